import type { World } from '../values.ts';
import { type KickConfig, kickOf, kickSettings } from './kick.ts';
import { type PagesConfigs, pagesConfigsOf, pagesSettings } from './pages.ts';
import { type TwitchConfig, twitchOf, twitchSettings } from './twitch.ts';
import { type YoutubeConfig, youtubeOf, youtubeSettings } from './youtube.ts';

/** The variables of the platforms. Each platform has its own file here and a line in each list. */
export const platformSettings = { ...kickSettings, ...twitchSettings, ...youtubeSettings, ...pagesSettings };

export interface PlatformConfigs extends PagesConfigs {
  readonly kick: KickConfig;
  readonly twitch: TwitchConfig;
  readonly youtube: YoutubeConfig;
}

type Read = Parameters<typeof kickOf>[0] &
  Parameters<typeof twitchOf>[0] &
  Parameters<typeof youtubeOf>[0] &
  Parameters<typeof pagesConfigsOf>[0] &
  World;

export const platformConfigsOf = (read: Read): PlatformConfigs => ({
  kick: kickOf(read),
  twitch: twitchOf(read),
  youtube: youtubeOf(read),
  ...pagesConfigsOf(read),
});
