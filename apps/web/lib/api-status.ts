import { apiHasStarted } from './api-start.ts';
import { config } from './config.ts';

const FRESH_MS = 5 * 60_000;
const FRESH_WHEN_DOWN_MS = 15_000;
const PATIENCE_MS = 400;

let known: { isDown: boolean; at: number } | undefined;
let asking: Promise<boolean> | undefined;

/** What this process knows of the API's health. A page never waits longer for it than the first one. */
export async function isApiDown(): Promise<boolean> {
  const age = known ? Date.now() - known.at : Number.POSITIVE_INFINITY;
  if (age > (known?.isDown ? FRESH_WHEN_DOWN_MS : FRESH_MS)) {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    if (!known) return await Promise.race([asking, patience()]);
  }
  return known?.isDown ?? false;
}

async function ask(): Promise<boolean> {
  await apiHasStarted();
  const isDown = !(await answers());
  known = { isDown, at: Date.now() };
  return isDown;
}

async function answers(): Promise<boolean> {
  try {
    const answer = await fetch(`${config().API_URL}/`, { cache: 'no-store', signal: AbortSignal.timeout(3000) });
    const envelope = (await answer.json()) as { status?: unknown; error?: unknown };
    return answer.status === 200 && envelope.status === 200 && envelope.error === undefined;
  } catch {
    return false;
  }
}

const patience = () => new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false));
