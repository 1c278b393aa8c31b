import type { EmotePlatform, RoleId, ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listStreamersOf } from '../../../streamers/index.ts';

/** Returns the role of the streamer's subscribers, if role sync gives one. */
export async function findSubRole(
  ctx: Ctx,
  { serverId, platform, streamer }: { serverId: ServerId; platform: EmotePlatform; streamer: string },
): Promise<RoleId | null> {
  const rows = await listStreamersOf(ctx.db, serverId);
  const followed = rows.find((row) => row.platform === platform && row.name.toLowerCase() === streamer.toLowerCase());
  const role = followed && 'subscriberRoleId' in followed.settings ? followed.settings.subscriberRoleId : null;
  return role ?? null;
}
