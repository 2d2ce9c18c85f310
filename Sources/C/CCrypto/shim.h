#pragma once
// SHA256_Init and the like are deprecated for EVP, which sets up all of OpenSSL: see ListDigest.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/md5.h>
#include <openssl/params.h>
#include <openssl/sha.h>
