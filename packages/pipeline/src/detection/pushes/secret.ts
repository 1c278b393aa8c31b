import type { Platform } from '@tally/contract';
import { UnreadableSecretError } from '@tally/infra/crypto';
import type { Db } from '@tally/infra/db';
import type { Channel, Ctx } from '@tally/kernel';
import { saveChannel, updateChannel } from '../store/channels.ts';
import type { ChannelRow } from '../tables.ts';

const purposeOf = (platform: Platform, channelId: string): string => `channel secret ${platform} ${channelId}`;

/**
 * Stores a secret that a creator entrusted to us, for requests about the channel. It is encrypted, tied to this channel
 * and never shown again. Null deletes it.
 */
export async function keepSecret(
  ctx: Ctx,
  tx: Db,
  platform: Platform,
  channelId: string,
  secret: string | null,
): Promise<void> {
  const sealed = secret === null ? null : ctx.secrets.encrypt(purposeOf(platform, channelId), secret);
  await updateChannel(tx, { platform, channelId }, { secret: sealed });
}

/** Stores a secret of a channel that may not have followers yet. Later followers benefit from it. */
export async function entrust(ctx: Ctx, tx: Db, channel: Channel, secret: string): Promise<void> {
  await saveChannel(tx, channel, ctx.clock.now());
  await keepSecret(ctx, tx, channel.platform, channel.id, secret);
}

/** A secret that cannot be decrypted counts as missing. We then query the channel without it. */
export function secretOf(ctx: Ctx, { platform, channelId, secret }: ChannelRow): string | null {
  if (secret === null) return null;
  try {
    return ctx.secrets.decrypt(purposeOf(platform, channelId), secret);
  } catch (error) {
    if (!(error instanceof UnreadableSecretError)) throw error;
    ctx.log.debug({ err: error, platform, channelId }, 'what a creator entrusted to us can not be read');
    return null;
  }
}
