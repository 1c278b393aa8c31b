import type { VoteState } from '@tally/contract/votes/calls';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { ahead } from '../../lib/start/ahead.ts';

const votes = lateHome(async () => (await import('@tally/contract/votes/calls')).votes);

const MINUTE_MS = 60_000;

export const votesQuery = () =>
  queryOptions({
    queryKey: ['me', 'votes'],
    queryFn: ({ signal }) => call(votes.getVotes, {}, { fallback: 'fetchVotes', signal }),
    staleTime: MINUTE_MS,
    // Refetches when a person returns from the voting page.
    refetchOnWindowFocus: 'always',
  });

/** Moves the switch immediately, and reverts it if the API refuses. */
export const remindOfVotes = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (wantsReminder: boolean) =>
      call(votes.updateVotes, { body: { wantsReminder } }, { fallback: 'fetchVotes' }),
    ...ahead(client, {
      queryKey: votesQuery().queryKey,
      guess: (now: VoteState, wantsReminder: boolean) => ({ ...now, wantsReminder }),
      refresh: () => client.invalidateQueries({ queryKey: votesQuery().queryKey }),
    }),
  });
