import type { MediaItem, MediaProvider } from '@tally/contract/media-sharing/views';

/** The origins of the platforms' players, or of the simulated players. */
export type PlayerOrigins = Readonly<Record<MediaProvider, string>>;

interface FrameOfPlayer {
  readonly path: (id: string) => string;
  /** The commands that mute a frame whose URL cannot. */
  readonly commands?: (message: unknown) => readonly object[];
}

export const frames: Readonly<Record<MediaProvider, FrameOfPlayer>> = {
  // https://developers.google.com/youtube/player_parameters
  youtube: { path: (id) => `/embed/${id}?autoplay=1&mute=1&rel=0&playsinline=1` },
  // https://developers.tiktok.com/doc/embed-player
  tiktok: { path: (id) => `/player/v1/${id}?autoplay=0&rel=0&description=1`, commands: tiktokCommands },
};

/** Returns the URL of a muted player for one video. The id comes from a parsed link, but is still escaped. */
export function frameAddress(
  { provider, videoId }: Pick<MediaItem, 'provider' | 'videoId'>,
  players: PlayerOrigins,
): string {
  return players[provider] + frames[provider].path(encodeURIComponent(videoId));
}

/** Returns the commands for a TikTok frame that reports it is ready: mute first. */
export function tiktokCommands(message: unknown): readonly object[] {
  if (typeof message !== 'object' || message === null) return [];
  const isReady =
    'x-tiktok-player' in message &&
    message['x-tiktok-player'] === true &&
    'type' in message &&
    message.type === 'onPlayerReady';
  return isReady ? ['mute', 'play'].map((type) => ({ type, value: undefined, 'x-tiktok-player': true })) : [];
}
