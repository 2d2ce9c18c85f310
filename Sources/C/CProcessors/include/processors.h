#pragma once

/// The number of the processor that the calling thread runs on; -1 if the system does not say.
int current_processor(void);

/// Moves the calling thread to another processor if it runs on this one and may run on others.
/// It may move back at any time.
void leave_processor(int processor);
