/* Loops over lanes, compiled for wider vectors besides; which of the copies runs
 * is found when the program starts. All give the same bits: products and sums
 * are not fused (-ffp-contract=off). For static functions: what finds the copy
 * would else be a global name. */
#ifndef WKB_WIDE_H
#define WKB_WIDE_H

#include "base/base.h"

/* Sanitizers are not ready when a copy is chosen. */
#if defined(__x86_64__) && defined(__GLIBC__) &&                       \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && \
    !defined(__clang__)
#define WKB_WIDE \
    __attribute__((flatten, target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define WKB_WIDE
#endif

#endif
