import type { StoredFile } from '@tally/infra/files';
import { remux, sizeOfVideo } from '@tally/infra/video';
import { type Ctx, days, declareJob, hours, type LinkedPage, UpstreamError } from '@tally/kernel';
import { z } from 'zod';

/** The largest file that chats load for a card. They give up on larger ones. */
const MAX_BYTES = 50 * 1024 * 1024;
const KEPT_MS = days(7);
/** Strangers can request files, so their total size is limited. The oldest files are deleted first. */
const MOST_KEPT_BYTES = 1024 ** 3;
/** If less space is free, we store no files, because the database needs the rest. */
const FREE_AT_LEAST = 1024 ** 3;
const FOLDER = 'embed-fix/clips/';

export const keyOf = (clipId: string): string => `${FOLDER}${clipId}.mp4`;

export const clipJob = declareJob({
  name: 'embed-fix/make-clip',
  data: z.object({ clipId: z.string() }),
  retryLimit: 2,
  concurrency: 1,
});

/** Returns a clip's video, with its size if the file contains one. A missing video is queued for later requests. */
export async function findVideo(ctx: Ctx, clipId: string): Promise<{ size: VideoSize | null } | null> {
  const head = await ctx.files.find(keyOf(clipId));
  if (head !== null) {
    const read = () => readSize(ctx, { key: keyOf(clipId), bytes: head.size });
    return { size: await ctx.cache.get(`embed-fix/size/${clipId}`, hours(1), read) };
  }
  // Some clips always fail, so failures are cached too.
  await ctx.cache.get(`embed-fix/made/${clipId}`, hours(1), async () => {
    await ctx.queue.send(clipJob, { clipId }, { singletonKey: clipId });
    return true;
  });
  return null;
}

type VideoSize = NonNullable<ReturnType<typeof sizeOfVideo>>;

/** Large enough for the track tables, which are at the beginning of our files. */
const HEAD_BYTES = 256 * 1024;

async function readSize(ctx: Ctx, { key, bytes }: { key: string; bytes: number }): Promise<VideoSize | null> {
  const stream = await ctx.files.stream(key, { start: 0, end: Math.min(bytes, HEAD_BYTES) - 1 });
  return stream && sizeOfVideo(Buffer.from(await new Response(stream).arrayBuffer()));
}

export async function makeClip(ctx: Ctx, clipId: string): Promise<void> {
  if ((await ctx.files.find(keyOf(clipId))) !== null) return;
  if (!(await hasRoom(ctx))) return ctx.log.warn({ clipId }, 'The disk is nearly full, so a clip gets no video.');
  const page = await ctx.platforms.with('pages').get('kick')?.readPage({ kind: 'clip', channel: null, id: clipId });
  const url = page === 'blocked' ? null : sourceOf(ctx, page);
  if (!url) return;
  const made = await remux(ctx, {
    url: url.href,
    origins: [url.origin],
    headers: { ...ctx.config.browserHeaders, referer: 'https://kick.com/' },
    maxBytes: MAX_BYTES,
  });
  if (made.kind === 'made') {
    await dropOldClips(ctx, made.mp4.length);
    return await ctx.files.put(keyOf(clipId), made.mp4);
  }
  if (made.kind === 'unreachable') throw new UpstreamError({ world: 'kick', kind: 'down', message: made.why });
  ctx.log.info({ clipId, kind: made.kind, why: made.why }, 'A clip gets no video; its card shows the picture.');
}

/** A storage that does not report its free space, such as a bucket, is assumed to have room. */
async function hasRoom({ files }: Pick<Ctx, 'files'>): Promise<boolean> {
  return ((await files.freeBytes()) ?? FREE_AT_LEAST) >= FREE_AT_LEAST;
}

/** Reads only from Kick's clip host, even if Kick returns another URL. */
function sourceOf({ config, log }: Ctx, page: LinkedPage | null | undefined): URL | null {
  const url = page?.playlistUrl ? URL.parse(page.playlistUrl) : null;
  if (!url) return null;
  const home = new URL(config.kick.clipsUrl);
  if (url.origin !== home.origin) {
    log.warn({ host: url.hostname }, "A clip is not on Kick's clip host, so it gets no video.");
    return null;
  }
  // Clips from 2023 are single files, and newer clips are playlists.
  if (/\.(?:m3u8|mp4)$/.test(url.pathname)) return url;
  log.warn({ path: url.pathname }, 'A clip is neither a playlist nor an mp4, so it gets no video.');
  return null;
}

/** Deletes expired clips, and then the oldest ones until there is room for `coming` more bytes. */
export async function dropOldClips({ files, clock }: Pick<Ctx, 'files' | 'clock'>, coming = 0): Promise<void> {
  const oldest = clock.now().getTime() - KEPT_MS;
  const kept: StoredFile[] = [];
  for await (const file of files.list(FOLDER)) kept.push(file);
  kept.sort((one, other) => one.modifiedAt.getTime() - other.modifiedAt.getTime());
  let bytes = kept.reduce((sum, { size }) => sum + size, coming);
  for (const { key, size, modifiedAt } of kept) {
    if (modifiedAt.getTime() >= oldest && bytes <= MOST_KEPT_BYTES) return;
    await files.delete(key);
    bytes -= size;
  }
}
