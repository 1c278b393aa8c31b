import type { Platform } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, eq, sql } from '@tally/infra/sql';
import type { Channel } from '@tally/kernel';
import { type ChannelRow, channels } from '../tables.ts';

/** Identifies a channel across platforms. */
export const nameOf = ({ platform, channelId }: Pick<ChannelRow, 'platform' | 'channelId'>): string =>
  `${platform} ${channelId}`;

const isOne = (platform: Platform, id: string) => and(eq(channels.platform, platform), eq(channels.channelId, id));

export async function saveChannel(db: Db, channel: Channel, now: Date): Promise<void> {
  const { platform, id, ...facts } = channel;
  const row = { ...facts, refreshedAt: now };
  await db
    .insert(channels)
    .values({ platform, channelId: id, ...row })
    .onConflictDoUpdate({ target: [channels.platform, channels.channelId], set: row });
}

export async function findChannel(db: Db, platform: Platform, channelId: string): Promise<Channel | null> {
  const row = await findChannelRow(db, platform, channelId);
  return row ? asChannel(row) : null;
}

export async function findChannelRow(db: Db, platform: Platform, channelId: string): Promise<ChannelRow | null> {
  const [row] = await db.select().from(channels).where(isOne(platform, channelId));
  return row ?? null;
}

export async function listChannels(db: Db, platform: Platform, ids: readonly string[]): Promise<Channel[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(channels)
    .where(and(eq(channels.platform, platform), anyOf(channels.channelId, ids)));
  return rows.map(asChannel);
}

/** Returns all channels with this name, because a name that was given up may belong to another channel now. */
export async function listChannelsNamed(db: Db, platform: Platform, name: string): Promise<Channel[]> {
  const rows = await db
    .select()
    .from(channels)
    .where(and(eq(channels.platform, platform), sql`lower(${channels.name}) = ${name.toLowerCase()}`));
  return rows.map(asChannel);
}

/**
 * Finds channels whose URL name or display name begins with these words, the most followed first. Any separator between
 * two words matches, because people type `Lumi Vale` for `lumi-vale`.
 */
export async function searchChannels(
  db: Db,
  about: { readonly platform: Platform; readonly typed: string; readonly limit: number },
): Promise<Channel[]> {
  const pattern = `${about.typed
    .toLowerCase()
    .replaceAll(/[\\%]/g, String.raw`\$&`)
    .replaceAll(/(?<=.)[\s_.-](?=.)/gu, '_')}%`;
  const rows = await db
    .select()
    .from(channels)
    .where(
      and(
        eq(channels.platform, about.platform),
        sql`(lower(${channels.name}) like ${pattern} or lower(${channels.displayName}) like ${pattern})`,
      ),
    )
    .orderBy(sql`${channels.followers} desc nulls last`, channels.channelId)
    .limit(about.limit);
  return rows.map(asChannel);
}

/** Locks the channel for the rest of the transaction, so two observations of it are decided one after the other. */
export async function lockChannel(tx: Db, platform: Platform, channelId: string): Promise<ChannelRow | null> {
  const [row] = await tx.select().from(channels).where(isOne(platform, channelId)).for('update');
  return row ?? null;
}

export async function updateChannel(
  tx: Db,
  channel: { platform: Platform; channelId: string },
  change: Partial<typeof channels.$inferInsert>,
): Promise<void> {
  await tx.update(channels).set(change).where(isOne(channel.platform, channel.channelId));
}

export interface Picture {
  readonly id: string;
  readonly avatarUrl: string;
}

/** Stores new picture URLs of many channels at once. */
export async function savePictures(tx: Db, platform: Platform, list: readonly Picture[], now: Date): Promise<void> {
  if (list.length === 0) return;
  const [ids, urls] = [list.map(({ id }) => id), list.map(({ avatarUrl }) => avatarUrl)];
  await tx.execute(sql`
    update channels set avatar_url = picture.url, refreshed_at = ${now.toISOString()}::timestamptz
      from unnest(${sql.param(ids)}::text[], ${sql.param(urls)}::text[]) as picture (id, url)
     where channels.platform = ${platform} and channels.channel_id = picture.id`);
}

export const asChannel = (row: ChannelRow): Channel => ({
  platform: row.platform,
  id: row.channelId,
  name: row.name,
  displayName: row.displayName,
  avatarUrl: row.avatarUrl,
  followers: row.followers,
  url: row.url,
});
