import { createHash } from 'node:crypto';
import { CARD_SIZE, type ServerId } from '@tally/contract';
import type { StoredFile } from '@tally/infra/files';
import { keepReply } from '@tally/infra/idempotency';
import { loadSharp } from '@tally/infra/pictures';
import { AppError, type Ctx, say } from '@tally/kernel';
import { readPicture, spendUpload } from '../../files/index.ts';
import { findSettings } from '../store/settings.ts';

const folderOf = (serverId: ServerId): string => `cards/${serverId}/`;
const keyOf = (serverId: ServerId, name: string): string => `${folderOf(serverId)}${name}`;
/** How many unsaved pictures we keep, for drafts and for an undo. */
const KEPT = 5;

/** Stores a picture in the size of a card, named after its bytes. Older uploads that are not in use are deleted. */
export async function uploadCardPicture(
  ctx: Ctx,
  serverId: ServerId,
  about: { readonly bytes: Uint8Array; readonly signal?: AbortSignal | undefined },
): Promise<{ name: string }> {
  await spendUpload(ctx, 'card pictures');
  const [{ default: sharp }, { bytes }] = await Promise.all([loadSharp(), readPicture(ctx, about)]);
  const picture = await sharp(bytes, { pages: 1 })
    .resize({ ...CARD_SIZE, fit: 'cover' })
    .webp({ quality: 88 })
    .toBuffer();
  const name = createHash('sha256').update(picture).digest('hex').slice(0, 32);
  await ctx.files.put(keyOf(serverId, name), picture);
  await forgetOlder(ctx, serverId, name);
  const reply = { name };
  await ctx.db.transaction(async (tx) => await keepReply(ctx, tx, reply));
  return reply;
}

async function forgetOlder(ctx: Ctx, serverId: ServerId, newest: string): Promise<void> {
  const saved = (await findSettings(ctx.db, serverId))?.cardPicture;
  const stored: StoredFile[] = [];
  for await (const file of ctx.files.list(folderOf(serverId))) stored.push(file);
  const others = stored
    .filter(({ key }) => ![saved, newest].some((name) => name && key === keyOf(serverId, name)))
    .toSorted((one, other) => other.modifiedAt.getTime() - one.modifiedAt.getTime());
  for (const { key } of others.slice(KEPT)) await ctx.files.delete(key);
}

/** Null if the picture is no longer stored. The card then shows its background. */
export const readCardPicture = async (ctx: Ctx, serverId: ServerId, name: string): Promise<Buffer | null> =>
  await ctx.files.get(keyOf(serverId, name));

export async function requireCardPicture(ctx: Ctx, serverId: ServerId, name: string): Promise<void> {
  if (await ctx.files.find(keyOf(serverId, name))) return;
  throw new AppError('invalidFields', {}, [`cardPicture: ${say(ctx.locale, 'giveaways.pictureGone')}`]);
}

export async function forgetCardPictures(ctx: Ctx, serverId: ServerId): Promise<void> {
  for await (const { key } of ctx.files.list(folderOf(serverId))) await ctx.files.delete(key);
}
