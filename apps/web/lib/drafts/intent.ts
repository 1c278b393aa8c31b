import type { UseMutationOptions } from '@tanstack/react-query';

declare const mark: unique symbol;

/**
 * Identifies one intended action, such as a draft, an opened dialog or a press. All attempts send the same id, so the
 * API runs the action once. `useCreate` creates and keeps it.
 */
export type Intent = string & { readonly [mark]: 'intent' };

/** `crypto.randomUUID` is missing on plain http. */
export const newIntent = (): Intent =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  ) as Intent;

/** Reads a stored intent, or returns null if `newIntent` did not create it. */
export const readIntent = (text: string): Intent | null => (/^[0-9a-f]{32}$/.test(text) ? (text as Intent) : null);

/** Derives an intent for a second call with another body. */
export const partOf = (intent: Intent, part: string): Intent => `${intent}.${part}` as Intent;

/** A mutation whose endpoints are declared `once`. Only `useCreate` can run it, because that provides the intent. */
export type Creation<D, V = void, C = unknown> = Omit<UseMutationOptions<D, Error, V, C>, 'mutationFn'> & {
  readonly mutationFn: (variables: V, intent: Intent) => Promise<D>;
};

export const creation = <D, V = void, C = unknown>(options: Creation<D, V, C>): Creation<D, V, C> => options;
