import type { RecordingReason } from '@tally/contract';
import { chooseRendition, type LongQuestion, readMaster, readMedia } from '@tally/infra/video';
import { type Ctx, minutes } from '@tally/kernel';
import { reckon } from '../match.ts';
import type { RecordingRow } from '../tables.ts';

/** Two days in segments of ten seconds take about 500 kB. */
const PLAYLIST_BYTES = 1_000_000;
/** Ten seconds of 1080p take 10 MB. */
const PIECE_BYTES = 64 * 1024 * 1024;
const RETRIES = 3;
const RETRY_PAUSE_MS = 500;
const GOES_ON_MS = minutes(5);

export type Source =
  | { readonly kind: 'ready'; readonly question: LongQuestion; readonly reckonedBytes: number }
  | { readonly kind: 'never'; readonly reason: RecordingReason }
  | { readonly kind: 'later'; readonly pauseMs: number };

/** Returns the current URL of a recording's data, and its estimated size. */
export async function findSource(ctx: Ctx, row: RecordingRow, mostHeight: number): Promise<Source> {
  const playback = ctx.platforms.with('playback').get(row.platform);
  if (!playback) return { kind: 'never', reason: 'platform' };
  const opened = await playback.openRecording({ id: row.channelId, name: row.channelName }, row.videoId);
  switch (opened.kind) {
    case 'running':
      return { kind: 'later', pauseMs: GOES_ON_MS };
    case 'gone':
    case 'forSubscribers':
    case 'blocked':
      return { kind: 'never', reason: opened.kind };
    case 'open':
      return await measure(ctx, opened.url, mostHeight);
  }
}

async function measure(ctx: Ctx, masterUrl: string, mostHeight: number): Promise<Source> {
  const { origin } = new URL(ctx.config.kick.streamUrl);
  const unreadable: Source = { kind: 'never', reason: 'unreadable' };
  const read = async (url: string): Promise<string | null> =>
    URL.parse(url)?.origin === origin
      ? (await ctx.http.text({ world: 'kick', url, headers: headersOf(ctx), maxBytes: PLAYLIST_BYTES })).data
      : null;
  const master = await read(masterUrl);
  const rendition = master === null ? null : chooseRendition(readMaster(master, masterUrl), mostHeight);
  const text = rendition && (await read(rendition.url));
  const media = text ? readMedia(text) : null;
  if (!rendition || !media) return unreadable;
  if (!media.isEnded) return { kind: 'later', pauseMs: GOES_ON_MS };
  const reckonedBytes = reckon({ seconds: media.seconds, bandwidth: rendition.bandwidth });
  return {
    kind: 'ready',
    reckonedBytes,
    question: {
      url: rendition.url,
      origins: [origin],
      headers: headersOf(ctx),
      // In a small recording, the container overhead exceeds a tenth of the size.
      maxBytes: reckonedBytes * 2 + PLAYLIST_BYTES,
      maxRequests: media.segments * 2 + 20,
      playlistBytes: PLAYLIST_BYTES,
      pieceBytes: PIECE_BYTES,
      retries: RETRIES,
      retryPauseMs: RETRY_PAUSE_MS,
    },
  };
}

const headersOf = ({ config }: Ctx): Readonly<Record<string, string>> => ({
  ...config.browserHeaders,
  referer: 'https://kick.com/',
});
