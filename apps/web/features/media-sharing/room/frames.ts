import type { MediaItem, MediaProvider } from '@tally/contract/media-sharing/views';

/** The origins of the platforms' players, or of their stand-ins. */
export type PlayerOrigins = Readonly<Record<MediaProvider, string>>;

/** A muted player of one video. The id comes from a link that was parsed, and is written as data all the same. */
export function frameAddress(
  { provider, videoId }: Pick<MediaItem, 'provider' | 'videoId'>,
  players: PlayerOrigins,
): string {
  const id = encodeURIComponent(videoId);
  // https://developers.google.com/youtube/player_parameters
  if (provider === 'youtube') return `${players.youtube}/embed/${id}?autoplay=1&mute=1&rel=0&playsinline=1`;
  // https://developers.tiktok.com/doc/embed-player
  return `${players.tiktok}/player/v1/${id}?autoplay=0&rel=0&description=1`;
}

/** The commands for a TikTok frame when it reports that it is ready: mute first. */
export function tiktokCommands(message: unknown): readonly object[] {
  if (typeof message !== 'object' || message === null) return [];
  const isReady =
    'x-tiktok-player' in message &&
    message['x-tiktok-player'] === true &&
    'type' in message &&
    message.type === 'onPlayerReady';
  return isReady ? ['mute', 'play'].map((type) => ({ type, value: undefined, 'x-tiktok-player': true })) : [];
}
