import type { Platform } from '@tally/contract';
import { anyOf, type Db, rowOf, sheetOf } from '@tally/infra/db';
import { asc, sql } from '@tally/infra/sql';
import type { SettingsTx } from '../../settings/index.ts';
import { type Follower, type StreamerRow, streamers } from '../tables.ts';

/** Lists a channel's followers, or only those that belong to creators, page by page in the order of their ids. */
export async function pageFollowing(
  db: Db,
  about: { platform: Platform; channelId: string; after: string | null; limit: number; areMembers: boolean },
): Promise<Follower[]> {
  const isAfter = about.after === null ? sql`` : sql` and id > ${about.after}::uuid`;
  const isMember = about.areMembers ? sql` and creator_id is not null` : sql``;
  const { rows } = await db.execute(sql`
    select ${followed} from streamers
     where platform = ${about.platform} and channel_id = ${about.channelId}${isMember}${isAfter}
     order by id limit ${about.limit}`);
  return rows.map((row) => rowOf(streamers, row));
}

const { names: followed } = sheetOf(streamers, [
  'id',
  'serverId',
  'platform',
  'name',
  'settings',
  'pauseReason',
  'alreadyLiveSession',
  'creatorId',
] satisfies readonly (keyof Follower)[]);

export async function listMembersOf(db: Db, creatorIds: readonly string[]): Promise<StreamerRow[]> {
  if (creatorIds.length === 0) return [];
  return db
    .select()
    .from(streamers)
    .where(anyOf(streamers.creatorId, creatorIds))
    .orderBy(asc(streamers.platform), asc(sql`lower(${streamers.name})`), asc(streamers.id));
}

/** Adds these streamers to a creator, or removes them from it. */
export async function setCreator(tx: SettingsTx, ids: readonly string[], creatorId: string | null): Promise<void> {
  if (ids.length === 0) return;
  await tx.update(streamers).set({ creatorId }).where(anyOf(streamers.id, ids));
}
