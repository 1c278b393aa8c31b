'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { apiPath } from '../paths/paths.ts';

const EVERY_MS = 5 * 60_000;

let isDown: boolean | undefined;
let asking: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

/**
 * Checks whether the API is up. An error, or any status except 200, means down. Concurrent callers share one request.
 */
export async function checkApi(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return await asking;
}

/** A call got an answer, so the API may be up again. */
export function noteAnswer(): void {
  if (isDown) void checkApi();
}

async function ask(): Promise<boolean> {
  const now = !(await answers());
  if (now !== isDown) {
    isDown = now;
    for (const listener of listeners) listener();
  }
  return now;
}

async function answers(): Promise<boolean> {
  try {
    const answer = await fetch(apiPath('/'), { signal: AbortSignal.timeout(8000) });
    const envelope = (await answer.json()) as { status?: unknown; error?: unknown };
    return answer.status === 200 && envelope.status === 200 && envelope.error === undefined;
  } catch {
    return false;
  }
}

/** The server's result applies until this browser has checked. */
function assume(seen: boolean): void {
  isDown ??= seen;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** True if the API is down. `initial` is the server's result when it rendered the page. */
export const useApiDown = (initial = false): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isDown ?? initial,
    () => initial,
  );

/** Checks every five minutes. Only one component of a page may use it. */
export function useApiChecks(initial: boolean): boolean {
  useEffect(() => {
    assume(initial);
    const timer = setInterval(() => void checkApi(), EVERY_MS);
    const onOnline = () => void checkApi();
    window.addEventListener('online', onOnline);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [initial]);
  return useApiDown(initial);
}
