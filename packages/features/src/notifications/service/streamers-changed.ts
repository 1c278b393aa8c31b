import type { ServerId, Streamer, UserId } from '@tally/contract';
import type { ServerState } from '@tally/discord/gateway';
import type { Ctx } from '@tally/kernel';
import type { Delivery, FanOut, Target } from '@tally/pipeline/delivery';
import type { SettingsTx } from '../../servers/index.ts';
import type { Happening } from './announce-live.ts';

/** What would be posted now; with `skip`, what still stops it. */
export interface Renewed {
  readonly fanOut: FanOut;
  readonly target: Target;
  readonly name: string;
}

export interface StreamOfStreamer {
  readonly streamerId: string;
  readonly sessionId: string;
}

/** What other features have to do with streamers: they know us, we do not know them. */
export interface StreamerWatchers {
  /** In the transaction in which somebody has added, changed or removed a streamer of this server. */
  readonly streamersChanged?: (ctx: Ctx, tx: SettingsTx, serverId: ServerId) => Promise<void>;
  /** What stands on the wire beside the settings of each of these streamers. */
  readonly streamerFacts?: (ctx: Ctx, streamerIds: readonly string[]) => Promise<ReadonlyMap<string, StreamerFacts>>;
  /** Who has the live role because of each of these streamers. */
  readonly liveRoleHolders?: (ctx: Ctx, streamerIds: readonly string[]) => Promise<ReadonlyMap<string, UserId[]>>;
  /** Decisions of overrides about this stream hold no more in these servers. */
  readonly holdsEnded?: (ctx: Ctx, happening: Happening, serverIds: ReadonlySet<ServerId>) => Promise<void>;
  /** What the bot may do in this server was looked at, because it changed or was not enough. All that happened until `seenAt` is in it. */
  readonly serverChecked?: (ctx: Ctx, server: ServerState, seenAt: Date) => Promise<void>;
  /** An announcement of this feature's that was stopped, decided anew by what is set by now; null where nobody is live any more. */
  readonly renew?: (ctx: Ctx, delivery: Delivery) => Promise<Renewed | null>;
  /**
   * Of these streams, the keys of announcements of this feature's own, by the streamer: a joint one is that of several.
   * Where something still stands in their way, they are left out.
   */
  readonly jointKeys?: (
    ctx: Ctx,
    serverId: ServerId,
    streams: readonly StreamOfStreamer[],
  ) => Promise<ReadonlyMap<string, string>>;
  /** What members of this server are called there. Whoever is unknown is not in it. */
  readonly memberNames?: (
    ctx: Ctx,
    serverId: ServerId,
    userIds: readonly UserId[],
  ) => Promise<ReadonlyMap<string, string>>;
}

type EveryFact = Extract<Streamer, { platform: 'kick' }>;
/** What other features tell of a streamer on the wire, beside its settings. */
export type StreamerFacts = Partial<Pick<EveryFact, 'leaderBoardMessageId' | 'statsChannelIds' | 'usersWhoHaveRole'>>;

declare module '@tally/kernel' {
  interface Feature extends StreamerWatchers {}
}

export async function tellStreamersChanged(ctx: Ctx, tx: SettingsTx, serverId: ServerId): Promise<void> {
  for (const feature of ctx.features) await feature.streamersChanged?.(ctx, tx, serverId);
}

export async function findJointKeys(
  ctx: Ctx,
  serverId: ServerId,
  streams: readonly StreamOfStreamer[],
): Promise<ReadonlyMap<string, string>> {
  const feature = ctx.features.find((each) => each.jointKeys);
  return (await feature?.jointKeys?.(ctx, serverId, streams)) ?? new Map();
}

export async function findLiveRoleHolders(
  ctx: Ctx,
  streamerIds: readonly string[],
): Promise<ReadonlyMap<string, UserId[]>> {
  const feature = ctx.features.find((each) => each.liveRoleHolders);
  return (await feature?.liveRoleHolders?.(ctx, streamerIds)) ?? new Map();
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
