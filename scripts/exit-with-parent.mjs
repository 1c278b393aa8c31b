// Loaded into child processes that are not ours (Next): when the start command dies, even by kill -9, the channel
// to it closes, and the child must not live on as an orphan that holds its port.
if (process.channel) {
  // `next dev` starts its own child with the modules that we load, and nothing else keeps that child alive until its
  // first message arrives.
  if (!process.env.NEXT_PRIVATE_WORKER) process.channel.unref();
  process.on('disconnect', () => process.exit(0));
}
