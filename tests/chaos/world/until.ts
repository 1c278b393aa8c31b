import { setTimeout as pause } from 'node:timers/promises';

/** Polls until the check returns true. Returns false after the time limit. */
export async function until(
  check: () => boolean | Promise<boolean>,
  about: { withinMs: number; everyMs?: number },
): Promise<boolean> {
  const end = performance.now() + about.withinMs;
  while (performance.now() < end) {
    if (await check()) return true;
    await pause(about.everyMs ?? 250);
  }
  return false;
}
