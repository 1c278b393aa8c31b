import { hasPermission } from '@tally/discord/permissions';
import type { FileToSend } from '@tally/discord/rest';
import type { Ctx } from '@tally/kernel';
import type { EmbedPayload, MessagePayload } from '@tally/message/discord';
import { ownerNamed } from '../owner.ts';
import type { Delivery } from '../tables.ts';
import type { FindRights } from './rights.ts';

/**
 * The URL scheme for an image that is uploaded with the message.
 * https://docs.discord.com/developers/reference#uploading-files
 */
const ATTACHED = 'attachment://';

export interface Attached {
  readonly payload: MessagePayload;
  readonly files?: readonly FileToSend[];
}

/**
 * Files are created from the owner's facts when the message is sent, and are never stored. A retry after a lost reply
 * creates the same files again. If that fails, the message is sent without them, because the text matters more than the
 * image.
 */
export async function attach(
  ctx: Ctx,
  about: { delivery: Delivery; payload: MessagePayload; rights: FindRights },
): Promise<Attached> {
  const { delivery, payload } = about;
  const owner = ownerNamed(ctx, delivery.owner);
  if (!owner?.attach) return { payload };
  const permissions = about.rights(delivery)?.permissions;
  if (permissions !== undefined && !hasPermission(permissions, 'AttachFiles')) return { payload: without(payload, []) };
  try {
    const files = await owner.attach(ctx, delivery);
    const whole = without(
      payload,
      files.map((file) => file.name),
    );
    return files.length > 0 ? { payload: whole, files } : { payload: whole };
  } catch (error) {
    ctx.log.warn({ err: error, delivery: delivery.id }, 'a picture could not be made, so the message goes without it');
    return { payload: without(payload, []) };
  }
}

/** Discord refuses an embed that refers to a file we did not upload. */
function without(payload: MessagePayload, names: readonly string[]): MessagePayload {
  const isThere = (url: string): boolean => !url.startsWith(ATTACHED) || names.includes(url.slice(ATTACHED.length));
  if (!payload.embeds?.some((embed) => embed.image && !isThere(embed.image.url))) return payload;
  return { ...payload, embeds: payload.embeds.map((embed) => withoutImage(embed, isThere)) };
}

function withoutImage(embed: EmbedPayload, isThere: (url: string) => boolean): EmbedPayload {
  if (!embed.image || isThere(embed.image.url)) return embed;
  const { image: _gone, ...rest } = embed;
  return rest;
}
