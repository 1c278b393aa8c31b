// Loaded into child processes that are not ours (Next): when the start command dies, even by kill -9, the channel
// to it closes, and the child must not live on as an orphan that holds its port.
if (process.channel) {
  process.channel.unref();
  process.on('disconnect', () => process.exit(0));
}
