'use client';

import type { Platform } from '@tally/contract/platforms/platform';
import { useQueries } from '@tanstack/react-query';
import { useCalm } from '../../../lib/browser/use-calm.ts';
import { type Candidate, channelSearch } from '../../../shell/streamers/search.ts';
import type { RunStates } from '../list/bulk/run.ts';
import { type Line, linesOf } from './line-state.ts';

/**
 * Looks up several typed names. It queries the preferred platform first, and the others only for names that it does not
 * find.
 */
export function useLines(about: {
  pieces: readonly string[];
  prefer: Platform | undefined;
  chosen: ReadonlyMap<string, string>;
  results: RunStates;
  isFollowed: (row: Candidate) => boolean;
  roomOn: (platform: Platform) => number;
}): readonly Line[] {
  const { pieces, prefer } = about;
  const text = pieces.join('\n');
  const isCalm = useCalm(text) === text;
  const first = useQueries({
    queries: pieces.map((piece) => ({
      ...channelSearch({ text: piece, platforms: prefer && [prefer] }),
      enabled: isCalm,
    })),
  });
  const isFound = (at: number) =>
    first[at]?.data?.problem !== null || first[at].data.channels.some(({ isExact }) => isExact);
  const second = useQueries({
    queries: pieces.map((piece, at) => ({
      ...channelSearch({ text: piece }),
      enabled: isCalm && prefer !== undefined && first[at]?.isSuccess === true && !isFound(at),
    })),
  });
  const lookUps = pieces.map((_, at) => {
    const answer = first[at]?.isSuccess && !isFound(at) && prefer ? second[at] : first[at];
    return { data: answer?.data, error: answer?.error ?? null };
  });
  return linesOf({ ...about, lookUps });
}
