/**
 * This thread's CPU milliseconds so far. Unlike wall time, they do not grow while the machine does other work, so a
 * test may compare them with a bound.
 */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
