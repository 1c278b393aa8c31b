import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { CallError, isOutage } from '../call.ts';

export const minutes = (count: number): number => count * 60_000;
/** For data that only this person's own actions change, which then invalidate it. */
export const FOREVER = Number.POSITIVE_INFINITY;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Returns true if a failure also appears as a toast. */
      reportsFailure?: (error: Error) => boolean;
    };
    mutationMeta: {
      /** True if the form shows the failure itself. */
      isQuiet?: boolean;
    };
  }
}

export interface FailureListeners {
  onSessionExpired: () => void;
  onFailure: (error: Error) => void;
  /** Called for each attempt that did not reach the API. */
  onOutage: () => void;
  /** Called when the API has answered. */
  onAnswer: () => void;
}

/** The pause before a retry: 1 s, 2 s, 4 s … up to 30 s. */
export const retryDelay = (attempt: number): number => Math.min(1000 * 2 ** attempt, 30_000);

/** Retries calls that did not reach the API. Refusals are final. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= 3) return false;
  if (!(error instanceof CallError)) return false;
  return isOutage(error) || error.status === 429;
}

export function makeQueryClient(listeners: FailureListeners): QueryClient {
  const { onSessionExpired, onFailure, onOutage, onAnswer } = listeners;
  // Any call may fail because the session has ended. Only the `me` query reports it, so it is reported once.
  const askWhoIAm = () => {
    const me = client.getQueryState(['me']);
    if (me && me.status !== 'error') void client.invalidateQueries({ queryKey: ['me'], exact: true });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: onAnswer,
      onError(error, query) {
        const isMe = query.queryKey[0] === 'me';
        if (isSessionError(error) && isMe) onSessionExpired();
        else if (isSessionError(error)) askWhoIAm();
        else if (query.meta?.reportsFailure?.(error)) onFailure(error);
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: onAnswer,
      onError(error, _variables, _result, mutation) {
        if (isOutage(error)) onOutage();
        if (isSessionError(error)) askWhoIAm();
        if (!mutation.meta?.isQuiet) onFailure(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: minutes(5),
        // On the server, the cache lives as long as its request. A timer would keep personal data longer.
        gcTime: typeof window === 'undefined' ? FOREVER : minutes(30),
        retry(failures, error) {
          if (isOutage(error)) onOutage();
          return shouldRetry(failures, error);
        },
        retryDelay,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false },
    },
  });
  return client;
}

export const isSessionError = (error: Error | null): boolean => error instanceof CallError && error.status === 401;

interface Asked {
  readonly isPending: boolean;
  readonly isFetched: boolean;
  readonly failureCount: number;
}

/**
 * True if a page that would jump on a late answer may render. Queries that retry or have failed do not delay the page:
 * their components fetch again on mount, which would hide the page repeatedly.
 */
export const hasAnswered = ({ isPending, isFetched, failureCount }: Asked): boolean =>
  !isPending || isFetched || failureCount > 0;
