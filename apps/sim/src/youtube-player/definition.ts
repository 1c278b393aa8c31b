import { definePlayer } from '../platform/player/world.ts';
import { embedRoutes } from './embed.ts';

/** Serves www.youtube-nocookie.com, which other sites embed. */
export const youtubePlayer = definePlayer({
  name: 'youtube-player',
  title: 'YouTube player',
  mark: 'youtube',
  // https://developers.google.com/youtube/iframe_api_reference#onError
  codes: [150, 2, 5, 100, 101, 153],
  routes: embedRoutes,
});
