import type { Streamer } from '@tally/contract/notifications/streamers';
import { addressOf, streamerPage } from '@tally/contract/platforms/namesakes';
import type { Platform } from '@tally/contract/platforms/platform';
import type { ServerId } from '@tally/contract/wire/ids';

/** Returns the path of a streamer's edit page. */
export const streamerPath = (about: { serverId: ServerId; platform: Platform; name: string }): string =>
  `/dashboard/server/${about.serverId}${streamerPage(about.platform, about.name)}`;

export const editorPath = (streamer: Streamer): string =>
  streamerPath({ serverId: streamer.guildId, platform: streamer.platform, name: addressOf(streamer) });
