'use client';

import { type QueryClient, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '../lib/call.ts';
import { type Creation, type Intent, newIntent } from '../lib/drafts/intent.ts';
import { findIntent, forgetIntent, keepIntent } from '../lib/drafts/kept-draft.ts';

/** Ignores the second press of a double click, even after a fast answer. */
const SETTLES_MS = 600;

export interface CreateHold<V> {
  /** True if success closes the page or dialog. The button stays busy until then. */
  readonly leaves?: boolean;
  /** The name of a stored draft. The intent survives a reload together with it. */
  readonly draft?: string;
  /** Identifies the button if one mutation serves several. Must not change between renders. */
  readonly by?: (variables: V) => string;
}

/** The state of one button from the first press until success. */
interface Turn<D> {
  intent: Intent | null;
  /** The result of the current call, which another press receives instead of a second call. */
  latest: Promise<D> | null;
  isDone: boolean;
}

/**
 * `useMutation` for calls that must run only once. Until success, a retry sends the same intent and gets the first
 * result. Presses during the call or right after it are ignored.
 */
export function useCreate<D, V = void, C = unknown>(
  options: Creation<D, V, C>,
  { leaves = false, draft, by }: CreateHold<V> = {},
): UseMutationResult<D, Error, V, C> {
  const turns = useRef(new Map<string, Turn<D>>());
  /** Increases with each success, and is 0 once a new press is possible. */
  const [held, setHeld] = useState(0);
  useEffect(() => {
    if (held === 0 || leaves) return;
    const timer = setTimeout(() => {
      for (const [key, turn] of turns.current) if (turn.isDone) turns.current.delete(key);
      setHeld(0);
    }, SETTLES_MS);
    return () => clearTimeout(timer);
  }, [held, leaves]);
  useEffect(() => {
    if (!leaves) return;
    // Back navigation can restore the page in its old state.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      turns.current.clear();
      setHeld(0);
    };
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, [leaves]);

  const turnOf = useCallback(
    (variables: V): Turn<D> => {
      const key = by?.(variables) ?? '';
      const turn = turns.current.get(key) ?? { intent: null, latest: null, isDone: false };
      turns.current.set(key, turn);
      return turn;
    },
    [by],
  );
  const endIntent = (turn: Turn<D>) => {
    turn.intent = null;
    if (draft !== undefined) forgetIntent(draft);
  };
  const mutation = useMutation<D, Error, V, C>({
    ...options,
    async mutationFn(variables) {
      const turn = turnOf(variables);
      turn.intent ??= (draft === undefined ? null : findIntent(draft)) ?? newIntent();
      if (draft !== undefined) keepIntent(draft, turn.intent);
      try {
        const made = await options.mutationFn(variables, turn.intent);
        endIntent(turn);
        turn.isDone = true;
        setHeld((count) => count + 1);
        return made;
      } catch (error) {
        // The first attempt succeeded with the old draft, so a new intent is needed.
        if (error instanceof CallError && error.code === 'idempotencyKeyReused') endIntent(turn);
        turn.latest = null;
        throw error;
      }
    },
  });
  const { mutateAsync: run } = mutation;
  const press = useCallback(
    (...args: Parameters<typeof run>): Promise<D> => {
      const turn = turnOf(args[0] as V);
      const latest = turn.latest ?? run(...args);
      turn.latest = latest;
      return latest;
    },
    [turnOf, run],
  );
  const mutate = useCallback(
    // `error` contains the failure, and the query client reports it.
    (...args: Parameters<typeof run>) => void press(...args).catch(() => {}),
    [press],
  );
  const reset = () => {
    for (const turn of turns.current.values()) endIntent(turn);
    turns.current.clear();
    setHeld(0);
    mutation.reset();
  };
  const isPending = mutation.isPending || held > 0;
  return { ...mutation, isPending, mutate, mutateAsync: press, reset } as UseMutationResult<D, Error, V, C>;
}

/** Runs one press whose button no longer exists, such as the action of a toast. */
export const createApart = <D, V, C>(client: QueryClient, options: Creation<D, V, C>, variables: V): Promise<D> => {
  const intent = newIntent();
  const { mutationFn, ...rest } = options;
  return client
    .getMutationCache()
    .build<D, Error, V, C>(client, { ...rest, mutationFn: (given) => mutationFn(given, intent) })
    .execute(variables);
};
