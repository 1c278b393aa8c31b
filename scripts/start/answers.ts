import { setTimeout as pause } from 'node:timers/promises';

const ASK_EVERY_MS = 50;

/** Resolves when all addresses answer with success; rejects with the ones that did not. */
export async function answers(addresses: readonly string[], withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  await Promise.all(addresses.map((address) => answersOne(address, deadline)));
}

async function answersOne(address: string, deadline: number): Promise<void> {
  while (Date.now() < deadline) {
    if (await isOk(address)) return;
    await pause(ASK_EVERY_MS);
  }
  throw new Error(`${address} did not answer in time.`);
}

async function isOk(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(5_000), redirect: 'manual' });
    await response.arrayBuffer();
    return response.ok;
  } catch (error) {
    // Refused or cut off: it is still starting. Anything else would be a mistake of ours.
    if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return false;
    throw error;
  }
}
