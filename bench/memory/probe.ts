/** Loaded into a process that is measured: tidies up and tells its memory when it is asked. Needs `--expose-gc`. */
process.on('message', (message) => {
  if (message !== 'measure') return;
  // What the first collection frees for finalizers is gone after the second.
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ memory: { rss, heap: heapUsed + external } });
});
