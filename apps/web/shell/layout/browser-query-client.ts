import type { QueryClient } from '@tanstack/react-query';
import { CallError, isRefusedField } from '../../lib/call.ts';
import { makeQueryClient } from '../../lib/live/query-client.ts';
import { checkApi, noteAnswer } from '../../lib/proxy/api-health.ts';
import { plainRefusal } from '../../lib/words/plain-refusal.ts';
import type { ShellData } from '../shell-data.ts';
import { toast } from '../toast.ts';

let client: QueryClient | undefined;

/** Returns one cache for the whole tab. The server creates one per request, so no data leaks between people. */
export function browserQueryClient(messages: ShellData['messages']): QueryClient {
  if (typeof window === 'undefined') return make(messages);
  client ??= make(messages);
  return client;
}

const make = ({ shell, failures }: ShellData['messages']): QueryClient =>
  makeQueryClient({
    onSessionExpired: () => void toast('warning', { ...shell.sessionExpired, id: 'session-expired' }),
    onFailure: (error) =>
      void toast('error', { title: failureText(error, failures), id: failureText(error, failures) }),
    onOutage: () => void checkApi(),
    onAnswer: noteAnswer,
  });

/** Returns the API's message, or else the call's fallback. */
export function failureText(error: Error, failures: ShellData['messages']['failures']): string {
  if (!(error instanceof CallError)) return failures.unknown;
  if (error.code === 'idempotencyKeyReused') return failures.triedBefore;
  const text = error.text ?? failures[error.fallback];
  return isRefusedField(error) ? plainRefusal(text) : text;
}
