import type { Streamer } from '@tally/contract/streamers';

/** The page on which a streamer is edited. On Rumble two may have the same name. */
export function editorPath(streamer: Streamer): string {
  const { guildId, platform, streamerUserName } = streamer;
  const type = streamer.platform === 'rumble' ? `?rumbleType=${streamer.type}` : '';
  return `/dashboard/server/${guildId}/notifications/${platform}/${encodeURIComponent(streamerUserName)}${type}`;
}
