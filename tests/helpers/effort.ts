/**
 * How many milliseconds this thread has worked until now. Unlike the time on the wall they do not grow while the
 * machine does something else, so a test may hold them against a bound.
 */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
