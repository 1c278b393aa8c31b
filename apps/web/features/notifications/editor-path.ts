import type { Streamer } from '@tally/contract/notifications/streamers';
import type { Platform, RumbleType } from '@tally/contract/platforms/platform';
import type { ServerId } from '@tally/contract/wire/ids';

/** The page on which a streamer is edited. On Rumble two may have the same name. */
export function streamerPath(about: {
  serverId: ServerId;
  platform: Platform;
  name: string;
  rumbleType?: RumbleType | null | undefined;
}): string {
  const { serverId, platform, name, rumbleType } = about;
  const type = platform === 'rumble' && rumbleType ? `?rumbleType=${rumbleType}` : '';
  return `/dashboard/server/${serverId}/notifications/${platform}/${encodeURIComponent(name)}${type}`;
}

export const editorPath = (streamer: Streamer): string =>
  streamerPath({
    serverId: streamer.guildId,
    platform: streamer.platform,
    name: streamer.streamerUserName,
    rumbleType: streamer.platform === 'rumble' ? streamer.type : null,
  });
