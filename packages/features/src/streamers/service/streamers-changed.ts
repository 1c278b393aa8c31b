import type { ServerId, Streamer, UserId } from '@tally/contract';
import type { Channel, Ctx, Snapshot } from '@tally/kernel';
import type { SettingsTx } from '../../settings/index.ts';
import type { StreamerRow } from '../tables.ts';

/** Hooks that tell other features about streamers. Those features depend on this one, never the reverse. */
export interface StreamerWatchers {
  /** Runs in the transaction that adds, changes or removes a streamer of this server. */
  readonly streamersChanged?: (ctx: Ctx, tx: SettingsTx, serverId: ServerId) => Promise<void>;
  /**
   * Runs in the transaction that adds or starts a streamer who may already be live. Returns the session of a stream
   * that this server should not announce.
   */
  readonly addedWhileLive?: (ctx: Ctx, tx: SettingsTx, added: AddedWhileLive) => Promise<string | null>;
  /** Adds facts to the settings of each of these streamers. */
  readonly streamerFacts?: (ctx: Ctx, streamerIds: readonly string[]) => Promise<ReadonlyMap<string, StreamerFacts>>;
  /** Returns the names of members in this server. Leaves out unknown members. */
  readonly memberNames?: (
    ctx: Ctx,
    serverId: ServerId,
    userIds: readonly UserId[],
  ) => Promise<ReadonlyMap<string, string>>;
}

export interface AddedWhileLive {
  readonly row: StreamerRow;
  readonly channel: Channel;
  /** Null if the platform does not report a stream. Detection's state then decides. */
  readonly snapshot: Extract<Snapshot, { state: 'live' }> | null;
}

type EveryFact = Extract<Streamer, { platform: 'kick' }>;
/** Facts that other features add to a streamer on the wire, next to its settings. */
export type StreamerFacts = Partial<
  Pick<EveryFact, 'leaderBoardMessageId' | 'statsChannelIds' | 'usersWhoHaveRole' | 'usersWhoHaveLiveRole'>
>;

declare module '@tally/kernel' {
  interface Feature extends StreamerWatchers {}
}

export async function reportStreamersChanged(ctx: Ctx, tx: SettingsTx, serverId: ServerId): Promise<void> {
  for (const feature of ctx.features) await feature.streamersChanged?.(ctx, tx, serverId);
}

export async function reportAddedWhileLive(ctx: Ctx, tx: SettingsTx, added: AddedWhileLive): Promise<string | null> {
  const feature = ctx.features.find((each) => each.addedWhileLive);
  return (await feature?.addedWhileLive?.(ctx, tx, added)) ?? null;
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
