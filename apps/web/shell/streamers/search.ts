import type { CandidateChannel, ChannelSearch } from '@tally/contract/creators/calls';
import { addressFrom } from '@tally/contract/platforms/namesakes';
import type { Platform } from '@tally/contract/platforms/platform';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { inLanes } from '../../lib/live/in-lanes.ts';
import { minutes } from '../../lib/live/query-client.ts';

const creators = lateHome(async () => (await import('@tally/contract/creators/calls')).creators);

export type Candidate = CandidateChannel;

/** Returns the channel's name for calls, or its URL part, such as `c/ada`, if the name is ambiguous. */
export const nameOf = (row: Candidate): string => addressFrom(row, row);

export const keyOf = ({ platform, id }: Pick<Candidate, 'platform' | 'id'>): string => `${platform} ${id}`;

/** `known` sends no request to a platform. `thorough` also uses a scarce search quota. */
export type SearchMode = 'known' | 'usual' | 'thorough';

export interface ChannelQuestion {
  readonly text: string;
  /** The platforms to search; all if absent. */
  readonly platforms?: readonly Platform[] | undefined;
  readonly mode?: SearchMode;
}

/** Limits concurrent lookups, because each one queries the platforms. */
const lookUp = inLanes(3);

/** The longest text that the call accepts. */
const MOST_LETTERS = 300;

/** Finds the channels that a typed text may mean. */
export const channelSearch = ({ text, platforms, mode = 'usual' }: ChannelQuestion) =>
  queryOptions({
    queryKey: ['channels', text.trim(), platforms ?? null, mode],
    queryFn: ({ signal }): Promise<ChannelSearch> => {
      const query = {
        text: text.trim().slice(0, MOST_LETTERS),
        ...(platforms ? { platforms: [...platforms] } : {}),
        ...(mode === 'usual' ? {} : { [mode]: true }),
      };
      const ask = () => call(creators.searchChannels, { query }, { fallback: 'fetchStreamer', signal });
      return mode === 'known' ? ask() : lookUp(ask);
    },
    // Platforms that failed are queried again soon.
    staleTime: ({ state }) => (state.data?.platforms.some((each) => each.state !== 'answered') ? 0 : minutes(5)),
    retry: false,
  });
