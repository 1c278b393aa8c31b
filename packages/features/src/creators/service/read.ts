import type { Creator, ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listMembersOf, type StreamerRow } from '../../notifications/index.ts';
import { listCreators } from '../store/creators.ts';
import type { CreatorRow } from '../tables.ts';

export async function readCreators(ctx: Ctx, serverId: ServerId): Promise<Creator[]> {
  const rows = await listCreators(ctx.db, serverId);
  const members = Map.groupBy(
    await listMembersOf(
      ctx.db,
      rows.map((row) => row.id),
    ),
    (member) => member.creatorId,
  );
  return rows.map((row) => asCreator(row, members.get(row.id) ?? []));
}

export const asCreator = (row: CreatorRow, members: readonly StreamerRow[]): Creator => ({
  creatorId: row.id,
  guildId: row.serverId,
  name: row.name,
  channels: members.map(({ platform, name, rumbleType }) => ({ platform, streamerUserName: name, rumbleType })),
  platformOrder: row.platformOrder,
  notificationChannelId: row.notificationChannelId,
  pingRoleId: row.pingRoleId,
  createdAt: row.createdAt,
});
