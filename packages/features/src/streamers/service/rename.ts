import type { Platform, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Channel, Ctx } from '@tally/kernel';
import { askForNames, listChannels, listChannelsNamed } from '@tally/pipeline/detection';
import { report } from '../../error-logs/index.ts';
import { untangle } from '../match.ts';
import { listUnrenamed, renameChannel, renameRows } from '../store/names.ts';
import { listStreamers, lockStreamers } from '../store/streamers.ts';

/** Gives rows the channel's new name. Servers that knew the old one are notified once. */
export async function renameStreamers(
  ctx: Ctx,
  { channel, formerName }: { readonly channel: Channel; readonly formerName: string },
): Promise<void> {
  const { platform, id: channelId, name } = channel;
  await ctx.db.transaction(async (tx) => {
    for (const serverId of await renameChannel(tx, { platform, channelId, name })) {
      await tell(ctx, tx, { serverId, platform, former: formerName, name });
    }
  });
  // The new name may still belong to another row, and another row may be waiting for the old name.
  const waiting = await listChannelsNamed(ctx.db, platform, formerName);
  for (const serverId of await listUnrenamed(ctx.db, platform, [channel, ...waiting])) {
    await ctx.db.transaction((tx) => settleNames(ctx, tx, serverId, platform));
  }
}

/**
 * Updates all names of a server together, because two rows that swapped names wait for each other. If another row is
 * only in the way, the platform is asked for its current name.
 */
async function settleNames(ctx: Ctx, tx: Db, serverId: ServerId, platform: Platform): Promise<void> {
  await lockStreamers(tx, serverId, platform);
  const rows = await listStreamers(tx, { serverId, platform });
  const ids = rows.map((row) => row.channelId);
  const names = new Map((await listChannels(tx, platform, ids)).map((channel) => [channel.id, channel.name]));
  const { renamed, inTheWay } = untangle(rows, (row) => names.get(row.channelId) ?? row.name);
  await renameRows(
    tx,
    renamed.map(({ row, name }) => ({ id: row.id, name })),
  );
  for (const { row, name } of renamed) await tell(ctx, tx, { serverId, platform, former: row.name, name });
  await askForNames(
    ctx,
    tx,
    platform,
    inTheWay.map((row) => row.channelId),
  );
}

async function tell(
  ctx: Ctx,
  tx: Db,
  { serverId, platform, former, name }: { serverId: ServerId; platform: Platform; former: string; name: string },
): Promise<void> {
  const details = { former, streamer: name, platform: nameOf(ctx, platform) };
  await report(ctx, serverId, { reason: 'streamerRenamed', details }, tx);
}

const nameOf = (ctx: Ctx, platform: Platform): string =>
  ctx.platforms.definitions.find((each) => each.id === platform)?.name ?? platform;
