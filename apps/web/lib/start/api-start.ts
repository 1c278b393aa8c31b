import { setTimeout as pause } from 'node:timers/promises';
import { config } from '../config.ts';

/** Both processes usually start together. The API takes longer, because it opens the database first. */
const STARTS_WITHIN_SECONDS = 30;
const ASK_EVERY_MS = 150;

let isOver = false;
let waiting: Promise<void> | undefined;

/**
 * Resolves when the API first answers. In our first seconds, visitors wait instead of seeing an outage. Later, an
 * outage is shown immediately.
 */
export async function apiHasStarted(): Promise<void> {
  if (isOver) return;
  waiting ??= waitForAnswer();
  await waiting;
}

async function waitForAnswer(): Promise<void> {
  while (process.uptime() < STARTS_WITHIN_SECONDS && !(await answers())) await pause(ASK_EVERY_MS);
  isOver = true;
}

/** Any answer means that the API is up. */
async function answers(): Promise<boolean> {
  try {
    await fetch(`${config().API_URL}/`, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(1000) });
    return true;
  } catch {
    return false;
  }
}
