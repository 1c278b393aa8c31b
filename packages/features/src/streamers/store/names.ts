import type { Platform, ServerId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, eq, sql } from '@tally/infra/sql';
import { type StreamerRow, streamers } from '../tables.ts';

/**
 * Returns the servers in which the name changed. If another row still has the new name, this row waits until that row
 * is renamed, because names can pass from one creator to another.
 */
export async function renameChannel(
  db: Db,
  { platform, channelId, name }: Pick<StreamerRow, 'platform' | 'channelId' | 'name'>,
): Promise<ServerId[]> {
  const namesake = sql`exists (
    select 1 from streamers other
     where other.server_id = ${streamers.serverId} and other.platform = ${platform} and other.id <> ${streamers.id}
       and lower(other.name) = ${name.toLowerCase()})`;
  const rows = await db
    .update(streamers)
    .set({ name })
    .where(
      and(
        eq(streamers.platform, platform),
        eq(streamers.channelId, channelId),
        sql`${streamers.name} <> ${name}`,
        sql`not ${namesake}`,
      ),
    )
    .returning({ serverId: streamers.serverId });
  return rows.map((row) => row.serverId);
}

/** Lists servers that follow one of these channels under an outdated name. */
export async function listUnrenamed(
  db: Db,
  platform: Platform,
  channels: readonly { readonly id: string; readonly name: string }[],
): Promise<ServerId[]> {
  const [ids, names] = [channels.map(({ id }) => id), channels.map(({ name }) => name)];
  const { rows } = await db.execute<{ server_id: ServerId }>(sql`
    select distinct streamers.server_id
      from unnest(${sql.param(ids)}::text[], ${sql.param(names)}::text[]) as channel (id, name)
      join streamers on streamers.platform = ${platform} and streamers.channel_id = channel.id
     where streamers.name <> channel.name
     order by 1`);
  return rows.map((row) => row.server_id);
}

/** Renames all rows together, even if they swap names, so no two rows ever share a name. */
export async function renameRows(tx: Db, rows: readonly { id: string; name: string }[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id);
  await tx
    .update(streamers)
    .set({ name: sql`${streamers.id}::text` })
    .where(anyOf(streamers.id, ids));
  await tx.execute(sql`
    update streamers set name = new.name
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(rows.map((row) => row.name))}::text[]) as new (id, name)
     where streamers.id = new.id`);
}
