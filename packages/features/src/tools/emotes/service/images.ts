import type { EmoteSize } from '@tally/contract';
import { type Ctx, seconds, UpstreamError } from '@tally/kernel';
import { type EmoteId, emoteFiles } from '@tally/platforms/emote-address';
import { isAnimated, type Sniffed, sniff } from './sniff.ts';

/** Kick accepts up to 1 MB, and the largest 7TV files are said to have a few MB. */
const MAX_BYTES = 4_000_000;
const TIMEOUT_MS = seconds(10);

export interface EmoteImage extends Sniffed {
  readonly bytes: Buffer;
  readonly isAnimated: boolean;
}

type Doors = Pick<Ctx, 'http' | 'config'>;

/**
 * Loads an emote's file. No other code does this. The id decides the URL, and our HTTP client calls no other hosts. Any
 * file but a supported image is an `UpstreamError`.
 */
export async function fetchEmote(
  { http, config }: Doors,
  emote: EmoteId,
  { size = 'large', signal }: { readonly size?: EmoteSize; readonly signal?: AbortSignal } = {},
): Promise<EmoteImage> {
  const { urls, headers } = emoteFiles(config, emote, size);
  const gone = new UpstreamError({ world: 'emotes', kind: 'gone', message: 'no such emote' });
  for (const url of urls) {
    const call = {
      world: 'emotes',
      url,
      headers,
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      ...(signal && { signal }),
    };
    const bytes = await http.bytes(call).catch((error: unknown) => {
      if (error instanceof UpstreamError && error.kind === 'gone') return null;
      throw error;
    });
    if (bytes) return readImage(bytes.data);
  }
  throw gone;
}

function readImage(bytes: Buffer): EmoteImage {
  const sniffed = sniff(bytes);
  if (sniffed) return { ...sniffed, bytes, isAnimated: isAnimated(sniffed) };
  throw new UpstreamError({ world: 'emotes', kind: 'odd', message: 'the file of an emote is not a picture' });
}
