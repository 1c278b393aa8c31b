import { type Creator, namesakeWord, type ServerId } from '@tally/contract';
import { type Ctx, versionOf } from '@tally/kernel';
import { type ReadStanding } from '../../../settings/index.ts';
import { creatorMembers, type StreamerRow, shownNames } from '../../../streamers/index.ts';
import { listCreators } from '../../store/creators.ts';
import type { CreatorRow } from '../../tables.ts';

export async function readCreators(ctx: Ctx, serverId: ServerId): Promise<Creator[]> {
  const rows = await listCreators(ctx.db, serverId);
  const all = await creatorMembers.list(
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
    ...namesakeWord(member.channelId),
  })),
  platformOrder: row.platformOrder,
  notificationChannelId: row.notificationChannelId,
  pingRoleId: row.pingRoleId,
  createdAt: row.createdAt,
  version: versionOf(settingsOf(row, members)),
});

/** Returns a creator's settings, with the channels' names on their platforms. */
const settingsOf = (row: CreatorRow, members: readonly StreamerRow[]) => ({
  name: row.name,
  channels: members.map(({ platform, name, channelId }) => ({
    platform,
    streamerUserName: name,
    ...namesakeWord(channelId),
  })),
  platformOrder: row.platformOrder,
  notificationChannelId: row.notificationChannelId,
  pingRoleId: row.pingRoleId,
});

/** Returns a server's current creators. */
export const readStanding =
  (serverId: ServerId): ReadStanding =>
  async (db) => {
    const rows = await listCreators(db, serverId);
    const all = await creatorMembers.list(
      db,
      rows.map((row) => row.id),
    );
    const members = Map.groupBy(all, (member) => member.creatorId);
    return rows.map((row) => ({
      what: 'creators',
      key: row.id,
      subject: { kind: 'name', value: row.name, platform: null },
      settings: settingsOf(row, members.get(row.id) ?? []),
    }));
  };
