import { setTimeout as pause } from 'node:timers/promises';
import { config } from './config.ts';

/** Both are mostly started together, and the API takes longer: it looks after the database first. */
const STARTS_WITHIN_SECONDS = 30;
const ASK_EVERY_MS = 150;

let isOver = false;
let waiting: Promise<void> | undefined;

/**
 * Resolves when the API has answered for the first time. Nobody who comes in our own first seconds is told of an
 * outage that is none; afterwards nobody waits, and an outage is said at once.
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

/** Whatever it says: it is there. */
async function answers(): Promise<boolean> {
  try {
    await fetch(`${config().API_URL}/`, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(1000) });
    return true;
  } catch {
    return false;
  }
}
