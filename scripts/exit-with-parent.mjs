// Loaded into child processes that run foreign code (Next). When the start command dies, even by kill -9, its channel
// closes, and the child exits instead of holding its port as an orphan.
if (process.channel) {
  // `next dev` starts a child that loads this file, too. Only the channel keeps that child alive until its first
  // message.
  if (!process.env.NEXT_PRIVATE_WORKER) process.channel.unref();
  process.on('disconnect', () => process.exit(0));
}
