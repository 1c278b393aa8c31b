import { setTimeout as pause } from 'node:timers/promises';

const ASK_EVERY_MS = 50;

/** An address without a good answer in time, and its last answer. */
export class SilentError extends Error {}

/** Resolves when all addresses answer with success; rejects with those that did not. */
export async function answers(addresses: readonly string[], withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  await Promise.all(addresses.map((address) => answersOne(address, deadline)));
}

async function answersOne(address: string, deadline: number): Promise<void> {
  let last: string | null = '';
  while (Date.now() < deadline) {
    last = await troubleOf(address);
    if (last === null) return;
    await pause(ASK_EVERY_MS);
  }
  throw new SilentError(`${address} did not answer in time.${last}`);
}

/** Null: the answer is good. */
async function troubleOf(address: string): Promise<string | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(5_000), redirect: 'manual' });
    const text = await response.text();
    return response.ok ? null : reasonsIn(text);
  } catch (error) {
    // Refused or cut off: it is still starting. Anything else is a bug of ours.
    if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return '';
    throw error;
  }
}

/** `/ready` names the missing parts. */
function reasonsIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return Array.isArray(error) ? ` It says: ${error.join('; ')}.` : '';
  } catch {
    return '';
  }
}
