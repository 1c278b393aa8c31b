'use client';

import type { ChannelSearch, LookUpState } from '@tally/contract/creators/calls';
import type { Platform } from '@tally/contract/platforms/platform';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCalm } from '../../lib/browser/use-calm.ts';
import { type Candidate, channelSearch, keyOf } from './search.ts';

export interface StreamerSearch {
  /** The most likely channels first. Until the platforms answer, it contains only known ones. */
  readonly rows: readonly Candidate[];
  readonly problem: ChannelSearch['problem'];
  /** The platforms that did not answer. */
  readonly silent: readonly { readonly platform: Platform; readonly state: LookUpState }[];
  readonly isPending: boolean;
  /** True if no platform that answered has this name. */
  readonly isNothing: boolean;
  readonly error: Error | null;
  /** The row that Enter selects unless another one is active. */
  readonly first: Candidate | null;
  /**
   * Returns the channel for Enter, even before the list updates. Then only an exact name counts. If there is no match,
   * it also tries scarce searches, and may return null.
   */
  readonly take: (active: Candidate | null) => Promise<Candidate | null>;
}

interface About {
  readonly text: string;
  readonly platforms?: readonly Platform[] | undefined;
  /** The platform whose channels come first if several have the same name. */
  readonly prefer?: Platform | undefined;
  /** Returns true for rows that are shown but cannot be chosen. */
  readonly isOff?: (row: Candidate) => boolean;
}

/** Suggests channels for a typed name or link: known ones first, then the platforms' answers. */
export function useStreamerSearch({ text, platforms, prefer, isOff = () => false }: About): StreamerSearch {
  const client = useQueryClient();
  const typed = text.trim();
  const calm = useCalm(typed);
  const [all, setAll] = useState<string | null>(null);
  const isAsked = typed !== '' && calm !== '';
  const about = { text: calm, platforms };
  const mode = all === calm ? 'thorough' : 'usual';
  const shared = { enabled: isAsked, placeholderData: keepPreviousData } as const;
  const known = useQuery({ ...channelSearch({ ...about, mode: 'known' }), ...shared });
  const whole = useQuery({ ...channelSearch({ ...about, mode }), ...shared });
  const isWhole = whole.data !== undefined && !whole.isPlaceholderData;
  const data = isWhole || known.isPlaceholderData ? whole.data : (known.data ?? whole.data);
  const isSettled = isWhole && calm === typed;
  const rows = useMemo(() => (isAsked ? inOrder(data?.channels ?? [], prefer) : none), [isAsked, data, prefer]);
  const isPending = isAsked && !isSettled && !whole.isError;
  const first = rows.find((row) => !isOff(row)) ?? null;
  return {
    rows,
    first,
    problem: isSettled ? whole.data.problem : null,
    silent: isSettled ? whole.data.platforms.filter(({ state }) => state !== 'answered') : none,
    isPending,
    isNothing: isSettled && whole.data.problem === null && whole.data.channels.length === 0,
    error: isAsked && whole.isError ? whole.error : null,
    async take(active) {
      if (active) return active;
      if (typed === '' || (first && !isPending)) return first;
      const answer = await client.fetchQuery(channelSearch({ text: typed, platforms })).catch(() => null);
      const exact = inOrder(answer?.channels ?? [], prefer).find((row) => row.isExact && !isOff(row));
      if (!exact) setAll(typed);
      return exact ?? null;
    },
  };
}

const none: readonly never[] = [];

/** Sorts exact names on the preferred platform first, and keeps the API's order otherwise. */
export function inOrder(channels: readonly Candidate[], prefer: Platform | undefined): readonly Candidate[] {
  const rank = ({ isExact, platform }: Candidate) => (isExact ? (platform === prefer ? 0 : 1) : 2);
  const unique = new Map(channels.map((each) => [keyOf(each), each]));
  return [...unique.values()].toSorted((one, other) => rank(one) - rank(other));
}
