import { collector } from './collector/definition.ts';
import { discord } from './discord/definition.ts';
import { drand } from './drand/definition.ts';
import { emotes } from './emotes/definition.ts';
import { kick } from './kick/definition.ts';
import { page } from './page/definition.ts';
import { rumble } from './rumble/definition.ts';
import { stripe } from './stripe/definition.ts';
import { tiktok } from './tiktok/definition.ts';
import { tiktokPlayer } from './tiktok-player/definition.ts';
import { topgg } from './topgg/definition.ts';
import { twitch } from './twitch/definition.ts';
import { youtube } from './youtube/definition.ts';
import { youtubePlayer } from './youtube-player/definition.ts';

/**
 * Every simulated world, one per line. The first matching prefix handles a call. The page matches all, so it is last.
 */
export const worlds = [
  collector,
  discord,
  drand,
  emotes,
  kick,
  rumble,
  stripe,
  topgg,
  twitch,
  youtube,
  youtubePlayer,
  tiktok,
  tiktokPlayer,
  page,
] as const;
