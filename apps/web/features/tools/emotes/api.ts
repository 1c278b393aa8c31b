import type { Emote, EmotePlatform, EmoteSets } from '@tally/contract/emotes/calls';
import type { EmoteSize } from '@tally/contract/emotes/sizes';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { lateHome } from '../../../lib/late-home.ts';
import { apiPath } from '../../../lib/paths/paths.ts';

const emotes = lateHome(async () => (await import('@tally/contract/emotes/calls')).emotes);

export type EmoteList = EmoteSets['sets'][number];
/** An emote may be in two lists, so its key contains its position. */
export interface Shown extends Emote {
  readonly key: string;
  readonly source: EmoteList['source'];
  readonly preview: string;
}

/** Never retried, because a missing channel will not appear within a second. */
export const emotesQuery = (platform: EmotePlatform, username: string) =>
  queryOptions({
    queryKey: ['emotes', platform, username],
    queryFn: ({ signal }) =>
      call(emotes.listEmotes, { params: { platform, username } }, { fallback: 'fetchEmotes', signal }),
    enabled: username !== '',
    staleTime: 300_000,
    retry: false,
  });

export const previewPath = (source: EmoteList['source'], id: string): string =>
  apiPath(`/data/emotes/${source}/${encodeURIComponent(id)}/preview`);

export interface Wish {
  readonly platform: EmotePlatform;
  readonly emotes: readonly { readonly name: string; readonly url: string }[];
  readonly size: EmoteSize;
  readonly format: 'original' | 'gif';
}

/** Downloads the zip as a stream and reports the progress. Returns null if the download fails. */
export async function fetchZip(
  wish: Wish,
  about: { readonly signal: AbortSignal; readonly onBytes: (bytes: number) => void },
): Promise<Blob | null> {
  const answer = await fetch(apiPath('/data/emotes'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wish),
    signal: about.signal,
  });
  if (!answer.ok || !answer.body) return null;
  const parts: BlobPart[] = [];
  let bytes = 0;
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    bytes += part.value.length;
    about.onBytes(bytes);
  }
  return new Blob(parts, { type: 'application/zip' });
}
