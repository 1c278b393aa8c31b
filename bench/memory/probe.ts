/** Loaded into a measured process: collects garbage and reports its memory on request. Needs `--expose-gc`. */
process.on('message', (message) => {
  if (message !== 'measure') return;
  // Objects with finalizers are only freed by a second collection.
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ memory: { rss, heap: heapUsed + external } });
});
