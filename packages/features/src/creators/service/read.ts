import type { Creator, ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listMembersOf, shownNames, type StreamerRow } from '../../notifications/index.ts';
import { listCreators } from '../store/creators.ts';
import type { CreatorRow } from '../tables.ts';

export async function readCreators(ctx: Ctx, serverId: ServerId): Promise<Creator[]> {
  const rows = await listCreators(ctx.db, serverId);
  const all = await listMembersOf(
    ctx.db,
    rows.map((row) => row.id),
  );
  const nameOf = await shownNames(ctx.db, all);
  const members = Map.groupBy(all, (member) => member.creatorId);
  return rows.map((row) => asCreator(row, members.get(row.id) ?? [], nameOf));
}

export const asCreator = (
  row: CreatorRow,
  members: readonly StreamerRow[],
  nameOf: (member: StreamerRow) => string,
): Creator => ({
  creatorId: row.id,
  guildId: row.serverId,
  name: row.name,
  channels: members.map((member) => ({
    platform: member.platform,
    streamerUserName: member.name,
    displayName: nameOf(member),
    rumbleType: member.rumbleType,
  })),
  platformOrder: row.platformOrder,
  notificationChannelId: row.notificationChannelId,
  pingRoleId: row.pingRoleId,
  createdAt: row.createdAt,
});
