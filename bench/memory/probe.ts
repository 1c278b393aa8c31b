/** Loaded into a measured process: collects garbage and reports its memory on request. Needs `--expose-gc`. */
process.on('message', (message) => {
  if (message !== 'measure') return;
  // Memory held for finalizers is free only after a second collection.
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ memory: { rss, heap: heapUsed + external } });
});
