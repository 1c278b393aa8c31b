import { type Ctx, declareJob, type PlatformEvent } from '@tally/kernel';
import { listOpenSessions } from '@tally/pipeline/detection';
import { z } from 'zod';
import { isRoomForChat, subscribeChatsFor } from '../../connections/index.ts';
import { PLATFORM } from '../match.ts';
import { forgetAsks, isWanted, listWantedChannels } from '../store.ts';
import { ASKS_KEPT_MS } from './announce-clip.ts';

/** We renew the subscription every four minutes, and leave the chat if a renewal fails. */
const HEARD_MINUTES = 5;

const isListening = (ctx: Ctx): boolean =>
  ctx.config.kickbot.accountId !== null && ctx.platforms.with('chat').has(PLATFORM);

/** Subscribes to chats of live streams only, because clips are made there and our subscriptions are limited. */
export async function keepSubscribed(ctx: Ctx): Promise<void> {
  await forgetAsks(ctx.db, new Date(ctx.clock.now().getTime() - ASKS_KEPT_MS));
  await subscribeLive(ctx, await listWantedChannels(ctx.db));
}

/** Runs when a server turns on clips of these channels. */
export const subscribeNow = declareJob({
  name: 'kick-bot/hear-now',
  data: z.object({ channelIds: z.array(z.string()) }),
});

export async function subscribeLive(ctx: Ctx, channels: readonly string[]): Promise<void> {
  if (!isListening(ctx)) return;
  const sessions = await listOpenSessions(ctx.db, PLATFORM, channels);
  for (const channelId of new Set(sessions.map((session) => session.channelId))) await hear(ctx, channelId);
}

/** Subscribes as soon as a stream starts, so we miss no clip in its first minutes. */
export async function subscribeAtStart(ctx: Ctx, event: PlatformEvent): Promise<void> {
  if (event.kind !== 'live' || event.channel.platform !== PLATFORM || !isListening(ctx)) return;
  if (await isWanted(ctx.db, event.channel.id)) await hear(ctx, event.channel.id);
}

async function hear(ctx: Ctx, channelId: string): Promise<void> {
  if (!(await isRoomForChat(ctx, PLATFORM, channelId))) {
    ctx.log.info({ channelId }, "Kick's limit of chats is reached, so KickBot clips are missed in a chat");
    return;
  }
  await subscribeChatsFor(ctx, { platform: PLATFORM, channelIds: [channelId], minutes: HEARD_MINUTES });
}
