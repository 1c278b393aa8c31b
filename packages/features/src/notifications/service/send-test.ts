import { randomUUID } from 'node:crypto';
import type { ChannelId, TestKind } from '@tally/contract';
import { AppError, type Ctx, minutes } from '@tally/kernel';
import { intend } from '@tally/pipeline/delivery';
import type { z } from 'zod';
import { channelFor } from '../match.ts';
import type { StreamerAddress } from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';
import { getStreamer } from './address.ts';
import { OWNER } from './followers.ts';

/** A test goes the whole way of a real message: journal, sender, Discord. Only the ping is left out. */
export async function sendTest(ctx: Ctx, address: StreamerAddress, kind: z.infer<typeof TestKind>): Promise<ChannelId> {
  const streamer = await getStreamer(ctx, address);
  const channelId = kind === 'live' ? channelFor(streamer) : videoChannelFor(streamer);
  if (!channelId) throw new AppError('noChannelChosen', { name: streamer.name });
  const now = ctx.clock.now();
  const intention = {
    dedupeKey: `test ${randomUUID()}`,
    owner: OWNER,
    serverId: streamer.serverId,
    subject: streamer.id,
    kind: 'test',
    channelId,
    about: { test: kind },
    priority: 2,
    detectedAt: now,
    giveUpAt: new Date(now.getTime() + minutes(5)),
  };
  await ctx.db.transaction((tx) => intend(ctx, tx, [intention]));
  return channelId;
}

const videoChannelFor = ({ settings }: Pick<StreamerRow, 'settings'>): ChannelId | null =>
  settings.videoNotificationChannelId ?? null;
