import {
  type ChannelId,
  overrides as calls,
  type OverrideBody,
  type OverrideTrial,
  type Platform,
  type ServerId,
} from '@tally/contract';
import type { Channel, Ctx } from '@tally/kernel';
import { listChannels, listLatestSessions } from '@tally/pipeline/detection';
import { checkChoices } from '../../places/index.ts';
import { decideTrial } from '../match/ask.ts';
import { checkOverrides } from './check.ts';
import { wholeOverride } from './wire.ts';

/** A creator's channel on a platform, which the server follows. */
export interface Followed {
  /** The streamer's id. */
  readonly id: string;
  readonly platform: Platform;
  readonly channelId: string;
  /** The Discord channel. Null if no channel is set. */
  readonly postsTo: ChannelId | null;
}

declare module '@tally/kernel' {
  interface Feature {
    /** Lists the channels that a server follows. Only one feature (notifications) provides this. */
    readonly followedBy?: (ctx: Ctx, serverId: ServerId) => Promise<readonly Followed[]>;
  }
}

const STREAMS = 20;

/** Returns what these overrides would do to the latest streams. Saves nothing. */
export async function tryOverrides(
  ctx: Ctx,
  serverId: ServerId,
  bodies: readonly OverrideBody[],
): Promise<OverrideTrial[]> {
  const overrides = bodies.map((body) => wholeOverride(body));
  const parts = overrides.map((override, place) => ({ override, path: `overrides.${place}.` }));
  await checkOverrides(ctx, parts);
  await checkChoices(ctx, serverId, { schema: calls.tryOverrides.body, value: { overrides } });
  const sessions = await listLatestSessions(ctx.db, await listFollowed(ctx, serverId), STREAMS);
  const channels = await channelsOf(ctx, sessions);
  const words = sessions.map(({ platform, details: { title, category } }) => ({
    platform,
    title,
    category,
    description: null,
  }));
  const outcomes = await decideTrial(ctx, { words, overrides });
  return sessions.map(({ id, platform, channelId, details: { title, category } }, place) => {
    const channel = channels.get(`${platform} ${channelId}`);
    const decision = outcomes[place]?.decision;
    return {
      sessionId: id,
      platform,
      streamerUserName: channel?.name ?? channelId,
      displayName: channel?.displayName.trim() || (channel?.name ?? channelId),
      title,
      category,
      winner: decision?.priority ?? null,
      actions: [...(decision?.actions ?? [])],
      matched: decision?.matched ?? null,
    };
  });
}

async function listFollowed(ctx: Ctx, serverId: ServerId): Promise<readonly Followed[]> {
  const feature = ctx.features.find((each) => each.followedBy);
  return (await feature?.followedBy?.(ctx, serverId)) ?? [];
}

async function channelsOf(
  ctx: Ctx,
  sessions: readonly Pick<Followed, 'platform' | 'channelId'>[],
): Promise<ReadonlyMap<string, Channel>> {
  const channels = new Map<string, Channel>();
  for (const [platform, rows] of Map.groupBy(sessions, (each) => each.platform)) {
    const found = await listChannels(ctx.db, platform, [...new Set(rows.map((row) => row.channelId))]);
    for (const channel of found) channels.set(`${platform} ${channel.id}`, channel);
  }
  return channels;
}
