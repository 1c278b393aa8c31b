import type { AboutPlatform } from './about.ts';

export const tiktok = {
  name: 'TikTok',
  colour: '#25F4EE',
  place: 2,
  settings: ['TIKTOK_PAGES=real'],
  flagBit: 33,
  freeConnections: 5,
  links: {
    site: 'tiktok.com',
    hosts: /^(?:(?:www|m|vm|vt)\.)?tiktok\.com$/,
  },
  pictures: {
    real: ['https://*.tiktokcdn.com', 'https://*.tiktokcdn-us.com', 'https://*.tiktokcdn-eu.com'],
    simulated: '/tiktok/files',
    areOpen: true,
  },
  messages: ['tiktokLive', 'tiktokOffline', 'tiktokVideo'],
  published: { video: 'tiktokVideo', short: 'tiktokVideo' },
  streamer: { settings: ['twoChannels'], facts: ['videos', 'stats'] },
  // Error 3002 means that the browser blocks playback until a person clicks.
  player: {
    kinds: { tiktok: 'short' },
    errors: { 3002: 'blocked' },
    address: {
      real: 'https://www.tiktok.com',
      simulated: '/tiktok-player',
      simulatedBy: 'TIKTOK_PAGES=simulated',
      setting: 'TIKTOK_PLAYER_URL',
    },
  },
} as const satisfies AboutPlatform;
