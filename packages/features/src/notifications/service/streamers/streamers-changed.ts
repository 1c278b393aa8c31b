import type { ServerId, Streamer, UserId } from '@tally/contract';
import type { ServerState } from '@tally/discord/gateway';
import type { Ctx } from '@tally/kernel';
import type { Delivery, FanOut, Target } from '@tally/pipeline/delivery';
import type { SettingsTx } from '../../../servers/index.ts';

/** What would be posted now; with `skip`, what still stops it. */
export interface Renewed {
  readonly fanOut: FanOut;
  readonly target: Target;
  readonly name: string;
}

/** Hooks for other features about streamers: they depend on us, we do not depend on them. */
export interface StreamerWatchers {
  /** Runs in the transaction that adds, changes or removes a streamer of this server. */
  readonly streamersChanged?: (ctx: Ctx, tx: SettingsTx, serverId: ServerId) => Promise<void>;
  /** Facts that are sent with the settings of each of these streamers. */
  readonly streamerFacts?: (ctx: Ctx, streamerIds: readonly string[]) => Promise<ReadonlyMap<string, StreamerFacts>>;
  /**
   * The bot's permissions in this server were checked, because they changed or were missing. Everything until `seenAt`
   * is included.
   */
  readonly serverChecked?: (ctx: Ctx, server: ServerState, seenAt: Date) => Promise<void>;
  /** Decides a stopped announcement of this feature again, with the current settings; null if the stream has ended. */
  readonly renew?: (ctx: Ctx, delivery: Delivery) => Promise<Renewed | null>;
  /** The names of members in this server. Unknown members are absent. */
  readonly memberNames?: (
    ctx: Ctx,
    serverId: ServerId,
    userIds: readonly UserId[],
  ) => Promise<ReadonlyMap<string, string>>;
}

type EveryFact = Extract<Streamer, { platform: 'kick' }>;
/** Facts that other features add to a streamer on the wire, next to its settings. */
export type StreamerFacts = Partial<
  Pick<EveryFact, 'leaderBoardMessageId' | 'statsChannelIds' | 'usersWhoHaveRole' | 'usersWhoHaveLiveRole'>
>;

declare module '@tally/kernel' {
  interface Feature extends StreamerWatchers {}
}

export async function tellStreamersChanged(ctx: Ctx, tx: SettingsTx, serverId: ServerId): Promise<void> {
  for (const feature of ctx.features) await feature.streamersChanged?.(ctx, tx, serverId);
}

export async function nameMembers(
  ctx: Ctx,
  serverId: ServerId,
  userIds: readonly UserId[],
): Promise<ReadonlyMap<string, string>> {
  const feature = ctx.features.find((each) => each.memberNames);
  return (await feature?.memberNames?.(ctx, serverId, userIds)) ?? new Map();
}

export async function findStreamerFacts(
  ctx: Ctx,
  streamerIds: readonly string[],
): Promise<(streamerId: string) => StreamerFacts> {
  const told = await Promise.all(ctx.features.map(async (feature) => await feature.streamerFacts?.(ctx, streamerIds)));
  return (streamerId) => Object.assign({}, ...told.map((facts) => facts?.get(streamerId)));
}
