import type { ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';

/** What other features have to do with streamers: they know us, we do not know them. */
export interface StreamerWatchers {
  /** In the transaction in which somebody has added, changed or removed a streamer of this server. */
  readonly streamersChanged?: (ctx: Ctx, tx: Db, serverId: ServerId) => Promise<void>;
  /** Who has the live role because of each of these streamers. */
  readonly liveRoleHolders?: (ctx: Ctx, streamerIds: readonly string[]) => Promise<ReadonlyMap<string, UserId[]>>;
}

declare module '@tally/kernel' {
  interface Feature extends StreamerWatchers {}
}

export async function tellStreamersChanged(ctx: Ctx, tx: Db, serverId: ServerId): Promise<void> {
  for (const feature of ctx.features) await feature.streamersChanged?.(ctx, tx, serverId);
}

export async function findLiveRoleHolders(
  ctx: Ctx,
  streamerIds: readonly string[],
): Promise<ReadonlyMap<string, UserId[]>> {
  const feature = ctx.features.find((each) => each.liveRoleHolders);
  return (await feature?.liveRoleHolders?.(ctx, streamerIds)) ?? new Map();
}
