/**
 * How the parts are started, so that they hold little: see docs/decisions/0190. What the parts begin with, the compiler and
 * the database, takes memory in small pieces and gives it back, and the system's allocator keeps such pieces; above this
 * size it returns them, and it keeps one pile instead of one for each thread. The optimizing compiler for WebAssembly
 * takes 600 MB for one function of the built-in database, its parser; without that compiler a statement takes 1.6 times as long.
 */
export const small = {
  flags: ['--optimize-for-size', '--no-parallel-scavenge', '--liftoff-only'],
  env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '32768', ...fromOutside() },
} as const;

/** Somebody knows better. */
function fromOutside(): Record<string, string> {
  const { MALLOC_ARENA_MAX: arenas, MALLOC_MMAP_THRESHOLD_: threshold } = process.env;
  return {
    ...(arenas ? { MALLOC_ARENA_MAX: arenas } : {}),
    ...(threshold ? { MALLOC_MMAP_THRESHOLD_: threshold } : {}),
  };
}
