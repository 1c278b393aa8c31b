import { setTimeout as pause } from 'node:timers/promises';

const ASK_EVERY_MS = 50;

/** Thrown for URLs without a good answer in time, with the last answer of each. */
export class SilentError extends Error {}

/** Resolves when all URLs answer with success. Rejects with those that did not. */
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

/** Returns the problem of an answer, or null if it is good. */
async function troubleOf(address: string): Promise<string | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(5_000), redirect: 'manual' });
    const text = await response.text();
    return response.ok ? null : reasonsIn(text);
  } catch (error) {
    // A refused or interrupted connection means that the part is still starting. Other errors are bugs of ours.
    if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return '';
    throw error;
  }
}

/** Returns the missing parts, which `/ready` lists. */
function reasonsIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return Array.isArray(error) ? ` It says: ${error.join('; ')}.` : '';
  } catch {
    return '';
  }
}
