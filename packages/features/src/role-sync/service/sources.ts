import { type ServerId, type SyncPlatform, syncPlatforms } from '@tally/contract';
import { type Ctx, minutes } from '@tally/kernel';
import { eachFollowerPage, listStreamersOf, type StreamerRow } from '../../streamers/index.ts';
import { rolesIn, type Source, usesRoles } from '../match.ts';

type Row = Pick<StreamerRow, 'platform' | 'channelId' | 'name' | 'settings'>;

const isSynced = (row: Row): row is Row & { platform: SyncPlatform } =>
  syncPlatforms.some((platform) => platform === row.platform) && usesRoles(row.settings);

/** Lists the server's creators who give roles to linked accounts. A paused creator still gives roles. */
export async function listSources(ctx: Pick<Ctx, 'db'>, serverId: ServerId): Promise<readonly Source[]> {
  return (await listStreamersOf(ctx.db, serverId)).flatMap((row) =>
    isSynced(row) ? [{ platform: row.platform, channelId: row.channelId, name: row.name, settings: row.settings }] : [],
  );
}

export const rolesOf = (sources: readonly Source[]) => [
  ...new Set(sources.flatMap(({ settings }) => rolesIn(settings))),
];

const BELIEVED_MS = minutes(1);

/** Lists the servers in which this channel gives roles. Most pushes concern channels that give none. */
export const serversOfChannel = async (
  ctx: Ctx,
  platform: SyncPlatform,
  channelId: string,
): Promise<readonly ServerId[]> =>
  await ctx.cache.get(`role-sync/channel/${platform}/${channelId}`, BELIEVED_MS, async () => {
    const found = new Set<ServerId>();
    for await (const page of eachFollowerPage(ctx, { platform, id: channelId })) {
      for (const { serverId, settings } of page) if (usesRoles(settings)) found.add(serverId);
    }
    return [...found];
  });
