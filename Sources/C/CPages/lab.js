'use strict';
(() => {
const $ = id => document.getElementById(id);
const edit = $('edit'), field = $('text'), tryForm = $('try'), status = $('status');
document.documentElement.classList.add('live');
const say = (text, bad) => { status.textContent = text; status.className = bad ? 'bad' : ''; };
const busy = is => $('answer').setAttribute('aria-busy', String(is));
const gone = () => say('The lab has ended. Start it again; what is typed here stays.', true);

function parse(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

// Puts new content in place and keeps which tables are open.
function exchange(old, fresh) {
  if (!old || !fresh || old.innerHTML === fresh.innerHTML) return;
  const key = d => (d.closest('figure, section') || d).id + d.querySelector('summary').textContent;
  const open = new Set([...old.querySelectorAll('details[open]')].map(key));
  for (const d of fresh.querySelectorAll('details')) if (open.has(key(d))) d.open = true;
  old.replaceChildren(...fresh.childNodes);
}
const shown = edit.elements.shown;
const controls = [...$('controls').querySelectorAll('input')];
let edits = 0, composing = false;
const isBox = input => input.type === 'checkbox' || input.type === 'radio';

function setControls(text, all) {
  const values = new URLSearchParams(text);
  for (const input of controls) {
    if (isBox(input)) input.checked = values.getAll(input.name).includes(input.value);
    else if (all || input !== document.activeElement) input.value = values.get(input.name) || '';
  }
}

// Whether a control waits to be put into the text.
function touched() {
  const values = new URLSearchParams(shown.value);
  return shown.value && controls.some(input => isBox(input)
    ? input.checked !== values.getAll(input.name).includes(input.value)
    : input.value !== (values.get(input.name) || ''));
}

// Replaces the part of the text that differs; the caret stays at its letter.
function put(text) {
  const old = field.value;
  let a = 0, b = 0;
  while (a < old.length && a < text.length && old[a] === text[a]) a++;
  while (b < old.length - a && b < text.length - a && old.at(-1 - b) === text.at(-1 - b)) b++;
  field.setRangeText(text.slice(a, text.length - b), a, old.length - b, 'preserve');
  return text.length - b;
}
const past = [field.value];
let at = 0, typing = false;

function record(isTyped) {
  if (past[at] === field.value) return;
  past.splice(isTyped && typing ? at : ++at, Infinity, field.value);
  if (past.length > 100) { past.shift(); at -= 1; }
  typing = isTyped && !/[;\n]$/.test(field.value.slice(0, field.selectionStart));
}

function travel(step) {
  if (composing) return;
  if (touched()) {
    setControls(shown.value, true);
    if (step < 0) return changed();
  }
  if (past[at + step] === undefined) return;
  at += step;
  typing = false;
  const caret = put(past[at]);
  field.setSelectionRange(caret, caret);
  changed(true);
}

edit.addEventListener('keydown', event => {
  const key = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase();
  if (event.target.name === 'find' || key !== 'z' && key !== 'y') return;
  event.preventDefault();
  travel(key === 'y' || event.shiftKey ? 1 : -1);
});
field.addEventListener('beforeinput', event => {
  if (!event.inputType.startsWith('history')) return;
  event.preventDefault();
  travel(event.inputType === 'historyRedo' ? 1 : -1);
});
$('undo').addEventListener('click', () => travel(-1));
const ready = () => { $('undo').disabled = at === 0 && !touched(); };
const states = [];
const points = by => (by < 0 ? '−' : by > 0 ? '+' : '±') + (Math.round(Math.abs(by) * 1000) / 10).toFixed(1);

function difference(was, now) {
  const same = (a, b) => a[0] === b[0] && a[1] === b[1];
  const short = {minlength: 'min', maxlength: 'max', required: ''};
  const word = ([name, value]) => `${short[name] ?? name} ${value}`.trim().slice(0, 32);
  const gone = was.filter(r => !now.some(n => same(n, r)));
  const parts = [];
  for (const rule of now.filter(n => !was.some(r => same(n, r)))) {
    const old = rule[0] === 'required' ? -1 : gone.findIndex(g => g[0] === rule[0]);
    if (old < 0) parts.push([rule[0], '+ ' + word(rule)]);
    else parts.push([rule[0], `${word(gone.splice(old, 1)[0])} → ${rule[1].slice(0, 24)}`]);
  }
  parts.push(...gone.map(rule => [rule[0], '− ' + word(rule)]));
  // Which characters are permitted often follows from the other rules.
  const told = parts.some(p => p[0] !== 'allowed') ? parts.filter(p => p[0] !== 'allowed') : parts;
  return told.length > 2 ? `${told.length} rules` : told.map(p => p[1]).join(', ');
}

function note(answer) {
  if (!answer || answer.rate === undefined) return;
  const [last] = states, tally = edit.elements.tally.value;
  if (last && last.tally !== tally) states.length = 0;
  const before = states[0], percent = answer.share.replace(' accepted', '');
  if (before && JSON.stringify(before.rules) === JSON.stringify(answer.rules)) before.text = answer.text;
  else {
    states.unshift({text: answer.text, rate: answer.rate, rules: answer.rules, percent, tally,
      label: before ? `${difference(before.rules, answer.rules)} · ${before.percent} → ${percent}` : `as opened · ${percent}`});
    const twin = states.findIndex((s, i) => i > 0 && s.text === answer.text);
    if (twin > 0) states.splice(twin, 1);
    states.splice(8);
    $('ledger').replaceChildren(...states.map((state, number) => {
      const chip = document.createElement('button');
      chip.type = 'button';
      chip.textContent = state.label;
      if (number === 0) chip.setAttribute('aria-current', 'true');
      chip.addEventListener('click', () => { put(state.text); record(); changed(true); });
      return chip;
    }));
  }
  since();
}

// The big number's difference to the state before.
function since() {
  const card = document.querySelector('.card.large');
  if (!card || states.length < 2) return;
  const line = card.querySelector('.since') || card.appendChild(document.createElement('span'));
  line.className = 'since';
  line.textContent = `${points(states[0].rate - states[1].rate)} points since the edit before`;
}
let out = false, isQuiet = true, late = 0, soon = 0, fetching = null, latest = null;
let byControl = false, wanted = '', isPasted = false, isOpen = /[?&]open=guessing/.test(location.search);

function query() {
  const fields = new URLSearchParams(new FormData(edit));
  fields.delete('find');
  return fields;
}

// One question at a time; of those that come meanwhile the last is asked.
async function ask() {
  clearTimeout(soon);
  if (fetching) fetching.abort();
  if (out) return;
  out = true;
  const number = edits, asked = query(), use = wanted;
  if (use) { asked.set('do', 'use'); asked.set('find', use); }
  if (isPasted) asked.set('pasted', '1');
  try {
    const reply = await fetch('numbers?' + asked, {cache: 'no-store'});
    const answer = reply.ok ? await reply.json() : null;
    out = false;
    if (answer && answer.isUnknown) location.href = './?' + asked;
    else if (answer) take(answer, number === edits);
    else say(await reply.text(), true);
    if (number === edits) { wanted = ''; isPasted = false; }
  } catch (error) { gone(); }
  out = false;
  if (number !== edits) ask();
}

function changed(isControl) {
  edits += 1;
  byControl = isControl || false;
  isQuiet = false;
  busy(true);
  clearTimeout(late);
  late = setTimeout(settle, 700);
  ready();
  ask();
}

function take(answer, isLatest) {
  const part = html => parse(html).firstChild;
  exchange($('tabs'), part(answer.tabs));
  if (answer.isWhole || !$('cards')) exchange($('top'), part(`<div>${answer.top}</div>`));
  since();
  if (!isLatest) return;
  latest = answer;
  if (!composing) {
    if (answer.text !== field.value) { put(answer.text); record(); }
    if (answer.isWhole) {
      setControls(answer.shown || answer.first);
      shown.value = answer.shown;
      for (const input of controls) input.disabled = !answer.shown;
    }
  }
  $('controls').classList.toggle('dim', !answer.isWhole);
  const box = $('problems'), fresh = part(answer.problems);
  if (isQuiet || !fresh.querySelector('.error') && (box.querySelector('.error') || !fresh.querySelector('.warning')))
    exchange(box, fresh);
  if (!answer.hasErrors) field.setAttribute('aria-invalid', 'false');
  if (answer.isWhole) { $('answer').classList.remove('stale'); say(''); }
  $('answer').dataset.query = answer.query;
  if (answer.isWhole) $('share').textContent = answer.share;
  history.replaceState(null, '', './?' + answer.query + (isOpen ? '&open=guessing' : ''));
  if ($('question')) $('question').textContent = answer.command;
  $('save').href = 'report.html?' + answer.query;
  tryForm.action = 'try?' + answer.query;
  ready();
  if ($('password').value) attempt();
  // The page came with its figures.
  if (answer.isWhole && edits) { $('answer').classList.add('later'); figures(120); } else busy(false);
  if (isQuiet) settle(); else if (byControl) note(answer);
}

// Nobody typed for a while: what is wrong may be told.
function settle() {
  isQuiet = true;
  typing = false;
  if (out || !latest) return;
  exchange($('problems'), parse(latest.problems).firstChild);
  field.setAttribute('aria-invalid', String(latest.hasErrors));
  $('answer').classList.toggle('stale', !latest.isWhole);
  say(latest.isWhole ? '' : 'The answer is that of the last text without an error.');
  if (latest.isWhole) { note(latest); $('said').textContent = latest.share; }
}

function figures(delay) {
  clearTimeout(soon);
  soon = setTimeout(async () => {
    const number = edits, own = fetching = new AbortController();
    try {
      const reply = await fetch('answer?' + $('answer').dataset.query + (isOpen ? '&open=guessing' : ''),
        {cache: 'no-store', signal: own.signal});
      const text = await reply.text();
      if (number !== edits) return;
      if (reply.ok) show(parse(text).querySelector('#answer')); else say(text, true);
    } catch (error) { if (error.name !== 'AbortError') gone(); }
  }, delay);
}

function show(answer) {
  const old = $('answer'), focus = document.activeElement.id === 'toggle';
  const kept = new Map([...old.children].filter(e => e.id).map(e => [e.id, e]));
  old.replaceChildren(...[...answer.children].map(part => {
    const had = kept.get(part.id);
    if (!had || had.tagName !== part.tagName) return part;
    exchange(had, part);
    return had;
  }));
  old.classList.remove('later');
  busy(false);
  since();
  copyButtons();
  if (focus && $('toggle')) $('toggle').focus();
}

field.addEventListener('compositionstart', () => { composing = true; });
field.addEventListener('compositionend', () => { composing = false; changed(); });
edit.addEventListener('input', event => {
  if (event.target.name === 'find') return;
  // What is pasted from another system becomes our language; undo brings it back.
  isPasted = event.target === field && event.inputType === 'insertFromPaste';
  if (event.target === field) record(!isPasted);
  changed(event.target !== field);
});
edit.addEventListener('focusout', event => {
  if (controls.includes(event.target) && !out && isQuiet) setControls(shown.value, true);
});
edit.addEventListener('submit', event => {
  const {name, value} = event.submitter || {};
  const find = edit.elements.find;
  if (name === 'use' || name === 'do' && value === 'use') {
    event.preventDefault();
    wanted = name === 'use' ? value : find.value.trim();
    if (wanted) changed(true);
    find.value = '';
    return;
  }
  if (name !== 'by') return;
  event.preventDefault();
  if (document.activeElement === find) edit.querySelector('button[value=use]').click();
  else changed();
});
$('answer').addEventListener('click', event => {
  if (event.target.id !== 'toggle') return;
  event.preventDefault();
  isOpen = !isOpen;
  event.target.textContent = '…';
  busy(true);
  figures(0);
});
let trial = 0;
async function attempt() {
  const number = trial += 1, value = $('password').value;
  if (!value) { $('tried').replaceChildren(); return; }
  try {
    const reply = await fetch(tryForm.action + '&part=1', {
      method: 'POST', cache: 'no-store', body: new URLSearchParams({password: value}),
    });
    const text = await reply.text();
    if (number !== trial) return;
    if (reply.ok) exchange($('tried'), parse(text).querySelector('#tried')); else say(text, true);
  } catch (error) { gone(); }
}
$('password').addEventListener('input', attempt);
tryForm.addEventListener('submit', event => { event.preventDefault(); attempt(); });

// A place in the text is a step away.
$('problems').addEventListener('click', event => {
  const place = event.target.dataset.place;
  if (!place) return;
  event.preventDefault();
  const [line, column] = place.split(':').map(Number);
  const lines = field.value.split('\n');
  const at = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0)
    + [...(lines[line - 1] || '')].slice(0, column - 1).join('').length;
  field.focus();
  field.setSelectionRange(at, at);
});

// Copies a text, and says so for a moment.
async function copy(button, text) {
  const label = button.textContent;
  await navigator.clipboard.writeText(text);
  button.textContent = 'Copied';
  setTimeout(() => { button.textContent = label; }, 1500);
}

function copyButtons() {
  if (!navigator.clipboard) return;
  for (const code of document.querySelectorAll('code.copy')) {
    if (code.nextElementSibling) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', () => copy(button, code.textContent.trim()));
    code.after(' ', button);
  }
}
copyButtons();
$('keep').hidden = !navigator.clipboard;
$('keep').addEventListener('click', () => { if (latest) copy($('keep'), latest.command); });
// A page from the browser's history has the fields of then.
addEventListener('pageshow', event => { if (event.persisted) changed(); });
// The first of the states.
ask();
})();
