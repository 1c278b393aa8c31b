/**
 * How to start the parts with little memory: see docs/decisions/0190. At the start, the compiler and the database
 * allocate and free many small pieces, which the system's allocator keeps. Above this size it returns them, and it uses
 * one pool instead of one per thread. The optimizing WebAssembly compiler takes 600 MB for one function of the built-in
 * database, its parser; without it, a statement takes 1.6 times as long.
 */
export const small = {
  flags: ['--optimize-for-size', '--no-parallel-scavenge', '--liftoff-only'],
  env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '32768', ...fromOutside() },
} as const;

/** Values that the operator has set in the environment. */
function fromOutside(): Record<string, string> {
  const { MALLOC_ARENA_MAX: arenas, MALLOC_MMAP_THRESHOLD_: threshold } = process.env;
  return {
    ...(arenas ? { MALLOC_ARENA_MAX: arenas } : {}),
    ...(threshold ? { MALLOC_MMAP_THRESHOLD_: threshold } : {}),
  };
}
