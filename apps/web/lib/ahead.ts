import type { QueryClient, QueryKey } from '@tanstack/react-query';

interface Ahead<Data, Input> {
  readonly queryKey: QueryKey;
  /** What will stand there once it is done. */
  readonly guess: (now: Data, input: Input) => Data;
  /** Asks again for all that it changes. */
  readonly refresh: () => Promise<unknown>;
}

const deedsOn = (queryKey: QueryKey) => ['ahead', ...queryKey];

/**
 * Shows at once what a deed will do. Only the last one under way asks what stands there now, whether it worked or
 * not: an answer from before the others were done would take back for a moment what the person sees already.
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

/** Whether what is shown of it is a guess just now; whatever changes it asks again when it is done. */
export const isAhead = (client: QueryClient, queryKey: QueryKey): boolean =>
  client.isMutating({ mutationKey: deedsOn(queryKey) }) > 0;
