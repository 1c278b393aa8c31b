'use client';

import type { Streamer } from '@tally/contract/notifications/streamers';
import type { Platform } from '@tally/contract/platforms/platform';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCalm } from '../../../lib/browser/use-calm.ts';
import { channelQuery } from '../api.ts';
import type { RunStates } from '../list/bulk/run.ts';
import { readStreamerNames } from '../streamer-name.ts';
import { type Line, linesOf } from './line-state.ts';

/** Whom somebody typed, with what the platform says of each. */
export function useLines(about: {
  text: string;
  platform: Platform;
  others: readonly Streamer[];
  limit: number;
  results: RunStates;
}): { lines: readonly Line[]; isCut: boolean } {
  const { text, platform, others, limit, results } = about;
  const { names, isCut } = useMemo(() => readStreamerNames(text, platform), [text, platform]);
  const calm = useCalm(text);
  const asked = names.flatMap(({ key, read }) => (read.kind === 'name' ? [{ key, read }] : []));
  const answers = useQueries({
    queries: asked.map(({ read }) => ({
      ...channelQuery({ platform: read.platform ?? platform, name: read.name }),
      enabled: calm === text,
    })),
  });
  const lookUps = new Map(
    asked.map(({ key }, index) => {
      const answer = answers[index];
      return [key, { data: answer?.data, error: answer?.error ?? null, isPending: answer?.isPending ?? true }];
    }),
  );
  return { lines: linesOf({ names, lookUps, results, others, limit }), isCut };
}
