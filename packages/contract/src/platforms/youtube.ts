import type { AboutPlatform } from './about.ts';

export const youtube = {
  name: 'YouTube',
  colour: '#FF0000',
  place: 3,
  settings: ['YOUTUBE_API_KEY'],
  flagBit: 50,
  freeConnections: 10,
  links: {
    hosts: /^(?:(?:(?:www|m|music|gaming)\.)?youtube\.com|youtu\.be)$/,
    nameless: /^(?:watch|shorts|live|embed|v|clip|playlist|post|feed|results|hashtag)$/,
    prefixes: ['c', 'channel', 'user'],
    codeHosts: /^youtu\.be$/,
  },
  messages: ['youtubeLive', 'youtubeOffline', 'youtubeVideo', 'youtubeShort'],
  published: { video: 'youtubeVideo', short: 'youtubeShort' },
  streamer: { settings: ['twoChannels', 'videoKinds'], facts: ['videos', 'stats'] },
  login: 'oauth',
} as const satisfies AboutPlatform;
