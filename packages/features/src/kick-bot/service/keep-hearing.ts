import { type Ctx, declareJob, type PlatformEvent } from '@tally/kernel';
import { listOpenSessions } from '@tally/pipeline/detection';
import { z } from 'zod';
import { isRoomForChat, subscribeChatsFor } from '../../connections/index.ts';
import { PLATFORM } from '../match.ts';
import { forgetAsks, isWanted, listWantedChannels } from '../store.ts';
import { ASKS_KEPT_MS } from './announce-clip.ts';

/** Renewed every four minutes; without a renewal we leave the chat. */
const HEARD_MINUTES = 5;

const isListening = (ctx: Ctx): boolean =>
  ctx.config.kickbot.accountId !== null && ctx.platforms.with('chat').has(PLATFORM);

/** Only while a stream is live: clips are made during streams, and we may subscribe to few chats. */
export async function keepSubscribed(ctx: Ctx): Promise<void> {
  await forgetAsks(ctx.db, new Date(ctx.clock.now().getTime() - ASKS_KEPT_MS));
  await subscribeLive(ctx, await listWantedChannels(ctx.db));
}

/** Queued when a server has just turned on clips of these channels. */
export const subscribeNow = declareJob({
  name: 'kick-bot/hear-now',
  data: z.object({ channelIds: z.array(z.string()) }),
});

export async function subscribeLive(ctx: Ctx, channels: readonly string[]): Promise<void> {
  if (!isListening(ctx)) return;
  const sessions = await listOpenSessions(ctx.db, PLATFORM, channels);
  for (const channelId of new Set(sessions.map((session) => session.channelId))) await hear(ctx, channelId);
}

/** Runs immediately, so the first minutes of a stream are not missed. */
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
