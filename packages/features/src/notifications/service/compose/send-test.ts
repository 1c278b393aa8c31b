import type { StreamerBody, StreamerMessageType, TestKind } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, minutes, say } from '@tally/kernel';
import { intend } from '@tally/pipeline/delivery';
import type { z } from 'zod';
import type { About } from '../../../journal/index.ts';
import { type StreamerRow, tryChanges } from '../../../streamers/index.ts';
import { placeOf } from '../../match/single.ts';
import { OWNER } from '../announce/followers.ts';

/**
 * Sends a test through the journal, the sender and Discord like a real message, but without the ping. Unsaved changes
 * are used as if saved, so they must be valid. Returns the answer for the person.
 */
export async function sendTest(ctx: Ctx, saved: StreamerRow, { kind, message, body = {} }: Wanted): Promise<string> {
  const { customMessages: own, ...settings } = body;
  const streamer = await tryChanges(ctx, saved, { body, message, isAboutVideos: !message && kind === 'video' });
  const type = message ?? (kind === 'live' ? (`${saved.platform}Live` as const) : null);
  const channelId = type ? placeOf(streamer, type).channelId : (streamer.settings.videoNotificationChannelId ?? null);
  if (!channelId) throw new AppError('noChannelChosen', { name: streamer.name });
  const now = ctx.clock.now();
  const about: About = {
    test: kind,
    ...(message ? { message } : {}),
    draft: { settings, messages: own ? { own } : {} },
  };
  const intention = {
    dedupeKey: `test ${ctx.random.uuid()}`,
    owner: OWNER,
    serverId: streamer.serverId,
    subject: streamer.id,
    kind: 'test',
    channelId,
    about: { ...about },
    priority: 2,
    detectedAt: now,
    giveUpAt: new Date(now.getTime() + minutes(5)),
  };
  const reply = say(ctx.locale, 'notifications.testQueued', { channel: `<#${channelId}>` });
  await ctx.db.transaction(async (tx) => {
    await intend(ctx, tx, [intention]);
    await keepReply(ctx, tx, reply);
  });
  return reply;
}

interface Wanted {
  readonly kind: z.infer<typeof TestKind>;
  readonly message?: StreamerMessageType | undefined;
  /** Unsaved changes. */
  readonly body?: StreamerBody | undefined;
}
