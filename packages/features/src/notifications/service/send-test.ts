import { randomUUID } from 'node:crypto';
import type { ChannelId, TestKind } from '@tally/contract';
import { AppError, type Channel, type Ctx, minutes, type StreamSession, say } from '@tally/kernel';
import { intend } from '@tally/pipeline/delivery';
import { findChannel, findLatestSession } from '@tally/pipeline/detection';
import type { z } from 'zod';
import { channelFor } from '../match.ts';
import { renderLive } from '../render.ts';
import type { StreamerAddress } from '../store.ts';
import type { StreamerRow } from '../tables.ts';
import { getStreamer } from './address.ts';
import { loadTemplates } from './templates.ts';

/** A test goes the whole way of a real message: journal, sender, Discord. Only the ping is left out. */
export async function sendTest(ctx: Ctx, address: StreamerAddress, kind: z.infer<typeof TestKind>): Promise<ChannelId> {
  const streamer = await getStreamer(ctx, address);
  const channelId = kind === 'live' ? channelFor(streamer) : videoChannelFor(streamer);
  if (!channelId) throw new AppError('noChannelChosen', { name: streamer.name });
  const channel = await findChannel(ctx.db, streamer.platform, streamer.channelId);
  if (!channel) throw new AppError('streamerNotFound', { name: streamer.name });
  const session = await sampleSession(ctx, streamer, channel);
  const templates = await loadTemplates(ctx, [streamer]);
  const now = ctx.clock.now();
  const intention = {
    dedupeKey: `test ${randomUUID()}`,
    owner: 'notifications',
    serverId: streamer.serverId,
    subject: streamer.id,
    kind: 'test',
    channelId,
    payload: renderLive({ ctx, streamer, session, channel, templates, isTest: true }),
    priority: 2,
    detectedAt: now,
    giveUpAt: new Date(now.getTime() + minutes(5)),
  };
  await ctx.db.transaction((tx) => intend(ctx, tx, [intention]));
  return channelId;
}

const videoChannelFor = ({ settings }: Pick<StreamerRow, 'settings'>): ChannelId | null =>
  settings.videoNotificationChannelId ?? null;

/** The last stream that we know of shows real words and pictures; without one, plain ones. */
async function sampleSession(ctx: Ctx, streamer: StreamerRow, channel: Channel): Promise<StreamSession> {
  const now = ctx.clock.now();
  const latest = await findLatestSession(ctx.db, streamer.platform, streamer.channelId);
  const details = latest?.details ?? {
    title: say(ctx.locale, 'notifications.testTitle'),
    category: say(ctx.locale, 'notifications.testCategory'),
    categoryImageUrl: null,
    thumbnailUrl: null,
    viewers: 1,
    language: null,
    isMature: false,
  };
  return {
    id: randomUUID(),
    platform: streamer.platform,
    channelId: streamer.channelId,
    streamId: null,
    startedAt: now,
    detectedAt: now,
    endedAt: null,
    url: channel.url,
    details,
    peakViewers: details.viewers,
    averageViewers: null,
    categories: [],
  };
}
