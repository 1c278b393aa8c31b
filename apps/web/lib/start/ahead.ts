import type { QueryClient, QueryKey } from '@tanstack/react-query';

interface Ahead<Data, Input> {
  readonly queryKey: QueryKey;
  /** Returns the data as it will be after the change. */
  readonly guess: (now: Data, input: Input) => Data;
  /** Refetches all data that the change affects. */
  readonly refresh: () => Promise<unknown>;
}

const deedsOn = (queryKey: QueryKey) => ['ahead', ...queryKey];

/**
 * Shows a change before the server confirms it. Only the last pending change refetches, on success or failure, because
 * an earlier refetch would briefly show data without the later changes.
 */
export function ahead<Data, Input>(client: QueryClient, { queryKey, guess, refresh }: Ahead<Data, Input>) {
  const isLast = () => client.isMutating({ mutationKey: deedsOn(queryKey) }) <= 1;
  return {
    mutationKey: deedsOn(queryKey),
    onMutate: async (input: Input) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Data>(queryKey);
      if (before !== undefined) client.setQueryData<Data>(queryKey, guess(before, input));
      return { before };
    },
    onError: (_error: Error, _input: Input, begun: { readonly before: Data | undefined } | undefined) => {
      if (begun?.before !== undefined && isLast()) client.setQueryData<Data>(queryKey, begun.before);
    },
    onSettled: () => (isLast() ? refresh() : undefined),
  };
}

/** True while the page shows an unconfirmed change. Each pending change refetches when it is done. */
export const isAhead = (client: QueryClient, queryKey: QueryKey): boolean =>
  client.isMutating({ mutationKey: deedsOn(queryKey) }) > 0;
