import { fixedLimits, MOST_SERVER_PICTURE_BYTES, PICTURES_PATH, type ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, days, say } from '@tally/kernel';
import { readPicture, spendUpload } from '../../../files/index.ts';
import {
  deleteUnused,
  forgetPictures,
  insertPicture,
  listUnused,
  lockPictures,
  markUsed,
  measurePictures,
  noteUnused,
  type Picture,
} from '../../store/pictures.ts';

const folderOf = (serverId: ServerId): string => `pictures/${serverId}/`;
const NAME = /^[0-9a-f]{32}\.(?:png|jpeg|webp|gif)$/;
const MEGABYTE = 1024 * 1024;
const MOST_DELETED_AT_ONCE = 500;

/** Returns the key of a stored picture, or null if the URL cannot be valid. */
export function storedPicture(serverId: string, name: string): string | null {
  return /^\d{15,20}$/.test(serverId) && NAME.test(name) ? `pictures/${serverId}/${name}` : null;
}

/**
 * Stores a picture and returns its URL. The row is written before the file, so a crash in between leaves an unused row,
 * which we delete after a day.
 */
export async function uploadPicture(
  ctx: Ctx,
  serverId: ServerId,
  { bytes: sent, signal }: { readonly bytes: Uint8Array; readonly signal?: AbortSignal | undefined },
): Promise<{ url: string }> {
  await spendUpload(ctx, 'giveaway pictures');
  const { kind, bytes } = await readPicture(ctx, { bytes: sent, signal });
  const name = `${ctx.random.uuid().replaceAll('-', '')}.${kind}`;
  await ctx.db.transaction(async (tx) => {
    await lockPictures(tx, serverId);
    const stored = await measurePictures(tx, serverId);
    const limit = fixedLimits.giveawayPictures;
    if (stored.count >= limit) throw new AppError('tooManyPictures', { limit });
    if (stored.bytes + bytes.length > MOST_SERVER_PICTURE_BYTES) {
      throw new AppError('picturesFull', { max: `${MOST_SERVER_PICTURE_BYTES / MEGABYTE} MB` });
    }
    await insertPicture(tx, { serverId, name, bytes: bytes.length, unusedSince: ctx.clock.now() });
  });
  await ctx.files.put(folderOf(serverId) + name, bytes);
  const reply = { url: `${ctx.config.webUrl}${PICTURES_PATH}${serverId}/${name}` };
  await ctx.db.transaction(async (tx) => await keepReply(ctx, tx, reply));
  return reply;
}

/** Protects our picture `image` from deletion while this transaction starts to use it. Ignores other sites. */
export async function holdPicture(
  ctx: Ctx,
  tx: Db,
  { serverId, image, former = null }: { serverId: ServerId; image: string | null; former?: string | null },
): Promise<void> {
  const ours = ctx.config.webUrl + PICTURES_PATH;
  if (image === null || image === former || !image.startsWith(ours)) return;
  const [owner, name = ''] = image.slice(ours.length).split('/');
  if (owner === serverId && (await markUsed(tx, { serverId, name }))) return;
  throw new AppError('invalidFields', {}, [`image: ${say(ctx.locale, 'giveaways.pictureGone')}`]);
}

/** Deletes pictures that no giveaway or template has shown for a day. */
export async function forgetUnusedPictures(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  await noteUnused(ctx.db, now);
  const until = new Date(now.getTime() - days(1));
  for (const picture of await listUnused(ctx.db, { until, limit: MOST_DELETED_AT_ONCE })) {
    await ctx.db.transaction(async (tx) => await forgetOne(ctx, tx, picture, until));
  }
}

/** Deletes the file before the transaction commits, so the row stays for another attempt if that fails. */
async function forgetOne(ctx: Ctx, tx: Db, picture: Picture, until: Date): Promise<void> {
  if (!(await deleteUnused(tx, picture, until))) return;
  await ctx.files.delete(folderOf(picture.serverId) + picture.name);
}

/** Deletes the files before their rows, so another attempt still finds them after a failure. */
export async function forgetPicturesOf(ctx: Ctx, serverId: ServerId): Promise<void> {
  for await (const { key } of ctx.files.list(folderOf(serverId))) await ctx.files.delete(key);
  await forgetPictures(ctx.db, serverId);
}
