import type { AboutPlatform } from './about.ts';

export const rumble = {
  name: 'Rumble',
  colour: '#85C742',
  place: 5,
  settings: ['RUMBLE_PAGES=real'],
  flagBit: 28,
  freeConnections: 10,
  links: {
    site: 'rumble.com',
    hosts: /^(?:www\.)?rumble\.com$/,
  },
  pictures: {
    real: ['https://1a-1791.com', 'https://*.rumble.cloud', 'https://*.rumble.com'],
    simulated: '/rumble/pictures',
  },
  messages: ['rumbleLive', 'rumbleOffline', 'rumbleVideo'],
  published: { video: 'rumbleVideo', short: 'rumbleVideo' },
  streamer: {
    settings: ['liveChannel', 'videoChannel', 'subscriberRole', 'followerRole'],
    facts: ['namesake', 'videos', 'stats'],
  },
  login: 'api-url',
  apiUrlPage: 'https://rumble.com/account/livestream-api',
  hasRoleSync: true,
  listsSupporters: true,
} as const satisfies AboutPlatform;
