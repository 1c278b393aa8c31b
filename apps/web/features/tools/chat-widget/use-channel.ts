'use client';

import type { ChatPlatform } from '@tally/contract/chat-widget/calls';
import { useEffect, useState } from 'react';
import { useCalm } from '../../../lib/browser/use-calm.ts';
import { apiPath } from '../../../lib/paths/paths.ts';

/** `unsaid` means that the platform was not queried yet, or does not answer. */
export type KnownChannel = { readonly is: 'unsaid' | 'unknown' } | { readonly is: 'found'; readonly name: string };

const NOT_FOUND = 404;

/** Checks whether the platform has a channel with this name, after a pause in typing. */
export function useChannel(platform: ChatPlatform, typed: string): KnownChannel {
  const name = useCalm(typed);
  const [answer, setAnswer] = useState<{ readonly of: string; readonly known: KnownChannel } | null>(null);
  useEffect(() => {
    if (name === '') return;
    const leaving = new AbortController();
    const find = async (): Promise<void> => {
      const known = await ask(`/data/chat/${platform}/${encodeURIComponent(name)}/decor`, leaving.signal);
      if (!leaving.signal.aborted) setAnswer({ of: name, known });
    };
    void find();
    return () => leaving.abort();
  }, [platform, name]);
  return answer?.of === typed ? answer.known : { is: 'unsaid' };
}

async function ask(path: string, signal: AbortSignal): Promise<KnownChannel> {
  try {
    const answer = await fetch(apiPath(path), { signal });
    if (answer.status === NOT_FOUND) return { is: 'unknown' };
    const { data } = (await answer.json()) as { data?: { displayName?: string } };
    return data?.displayName ? { is: 'found', name: data.displayName } : { is: 'unsaid' };
  } catch {
    return { is: 'unsaid' };
  }
}
