import type { AboutPlatform } from './about.ts';

export const tiktok = {
  name: 'TikTok',
  colour: '#25F4EE',
  place: 2,
  settings: ['TIKTOK_PAGES=real'],
  flagBit: 33,
  freeConnections: 5,
  links: {
    hosts: /^(?:(?:www|m|vm|vt)\.)?tiktok\.com$/,
    nameless: /^(?:t|v|tag|music|discover|search|foryou|explore)$/,
    codeHosts: /^(?:vm|vt)\.tiktok\.com$/,
  },
  messages: ['tiktokLive', 'tiktokOffline', 'tiktokVideo'],
  published: { video: 'tiktokVideo', short: 'tiktokVideo' },
  streamer: { settings: ['twoChannels'], facts: ['videos', 'stats'] },
  // 3002: the browser blocks playback until a person clicks.
  player: { kinds: { tiktok: 'short' }, errors: { 3002: 'blocked' } },
} as const satisfies AboutPlatform;
