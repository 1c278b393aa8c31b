import type { AboutPlatform } from './about.ts';

export const twitch = {
  name: 'Twitch',
  colour: '#9146FF',
  place: 4,
  settings: ['TWITCH_CLIENT_ID', 'TWITCH_CLIENT_SECRET'],
  portal: 'https://dev.twitch.tv/console/apps',
  flagBit: 13,
  freeConnections: 30,
  links: {
    site: 'twitch.tv',
    hosts: /^(?:(?:www|m|clips)\.)?twitch\.tv$/,
  },
  pictures: {
    real: ['https://static-cdn.jtvnw.net'],
    simulated: '/twitch/cdn',
    areOpen: true,
  },
  messages: ['twitchLive', 'twitchOffline', 'clip', 'vod'],
  published: { clip: 'clip', vod: 'vod' },
  streamer: {
    settings: ['liveChannel', 'clips', 'vods', 'subscriberRole', 'moderatorRole', 'vipRole', 'followerRole'],
    facts: ['chatRoom', 'stats'],
  },
  login: 'oauth',
  hasRoleSync: true,
  hasChat: true,
  hasEmotes: true,
  answersForPersons: true,
} as const satisfies AboutPlatform;
