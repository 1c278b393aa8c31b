'use client';

import type { ShortStreamer } from '@tally/contract/notifications/streamers';
import { addressOf, namesakeWord } from '@tally/contract/platforms/namesakes';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allNames } from '../../features/notifications/api.ts';
import { shownName } from '../../features/notifications/shown-name.ts';
import { type Candidate, keyOf } from './search.ts';
import { type StreamerSearch, useStreamerSearch } from './use-search.ts';

export function useFollowed(serverId: ServerId): ReadonlyMap<string, ShortStreamer> {
  const lists = useQueries({
    queries: allNames(serverId),
    combine: (results) => results.map(({ data }) => data ?? []),
  });
  return useMemo(
    () => new Map(lists.flat().map((each) => [keyOf({ platform: each.platform, id: each.streamerId ?? '' }), each])),
    [lists],
  );
}

/** Longer lists are hard to read, and typing finds the rest. */
const MOST_SHOWN = 60;

/**
 * Searches the server's streamers, and returns all of them without a text. It looks up a name without a match to report
 * that the server does not follow it yet.
 */
export function useFollowedSearch(about: {
  followed: ReadonlyMap<string, ShortStreamer>;
  text: string;
  isOff: (row: Candidate) => boolean;
}): StreamerSearch {
  const { followed, text } = about;
  const isOff = (row: Candidate) => !followed.has(keyOf(row)) || about.isOff(row);
  const own = useMemo(
    () =>
      [...followed.values()]
        .filter((each) => isMeant(each, text))
        .slice(0, MOST_SHOWN)
        .map(asCandidate),
    [followed, text],
  );
  const others = useStreamerSearch({ text: own.length > 0 ? '' : text, isOff });
  if (own.length === 0) return others;
  const first = text.trim() === '' ? null : (own.find((row) => !isOff(row)) ?? null);
  return { ...others, rows: own, first, take: async (active) => active ?? first };
}

const asCandidate = (streamer: ShortStreamer): Candidate => ({
  platform: streamer.platform,
  id: streamer.streamerId ?? '',
  name: streamer.streamerUserName,
  displayName: shownName(streamer),
  avatarUrl: null,
  followers: null,
  url: '',
  isLive: null,
  isExact: false,
  ...namesakeWord(addressOf(streamer)),
});

/** Matches a part of either name with any word separators, or a link to the channel. */
export function isMeant(streamer: Pick<ShortStreamer, 'displayName' | 'streamerUserName'>, text: string): boolean {
  const names = [streamer.streamerUserName, streamer.displayName ?? ''].map(plain);
  const parts = text.split(/[?#]/)[0]?.split('/').map(plain) ?? [];
  if (parts.length > 1) return parts.some((part) => part !== '' && names.includes(part));
  return names.some((name) => name.includes(plain(text)));
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_.@-]+/gu, '');
