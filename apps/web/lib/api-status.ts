import type { Sale } from '@tally/contract/enums';
import { apiHasStarted } from './api-start.ts';
import { config } from './config.ts';

const FRESH_MS = 5 * 60_000;
const FRESH_WHEN_DOWN_MS = 15_000;
const PATIENCE_MS = 400;

let known: { isDown: boolean; sale: Sale; at: number } | undefined;
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

/** Whether plans can be bought here, as the API said when it was last asked. */
export const saleHere = (): Sale => known?.sale ?? 'open';

async function ask(): Promise<boolean> {
  await apiHasStarted();
  const sale = await answers();
  known = { isDown: sale === null, sale: sale ?? saleHere(), at: Date.now() };
  return known.isDown;
}

/** Null: it does not, or not as it should. */
async function answers(): Promise<Sale | null> {
  try {
    const answer = await fetch(`${config().API_URL}/`, { cache: 'no-store', signal: AbortSignal.timeout(3000) });
    const envelope = (await answer.json()) as { status?: unknown; error?: unknown; data?: { sale?: Sale } };
    const isWell = answer.status === 200 && envelope.status === 200 && envelope.error === undefined;
    return isWell ? (envelope.data?.sale ?? 'open') : null;
  } catch {
    return null;
  }
}

const patience = () => new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false));
