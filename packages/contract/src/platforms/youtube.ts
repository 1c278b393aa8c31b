import type { AboutPlatform } from './about.ts';

export const youtube = {
  name: 'YouTube',
  colour: '#FF0000',
  place: 3,
  settings: ['YOUTUBE_API_KEY'],
  portal: 'https://console.cloud.google.com/apis/credentials',
  flagBit: 50,
  freeConnections: 10,
  links: {
    site: 'youtube.com',
    hosts: /^(?:(?:(?:www|m|music|gaming)\.)?youtube\.com|youtu\.be)$/,
    ids: /^UC[\w-]{22}$/,
  },
  pictures: {
    real: ['https://i.ytimg.com', 'https://yt3.ggpht.com', 'https://yt3.googleusercontent.com'],
    simulated: '/youtube/cdn',
    areOpen: true,
  },
  messages: ['youtubeLive', 'youtubeOffline', 'youtubeVideo', 'youtubeShort'],
  published: { video: 'youtubeVideo', short: 'youtubeShort' },
  streamer: { settings: ['twoChannels', 'videoKinds'], facts: ['videos', 'stats'] },
  login: 'oauth',
  player: {
    kinds: { youtube: 'long', shorts: 'short' },
    // See https://developers.google.com/youtube/iframe_api_reference#onError. 153: the page sent no Referer.
    errors: { 100: 'notFound', 101: 'notEmbeddable', 150: 'notEmbeddable', 153: 'refererMissing' },
    address: {
      real: 'https://www.youtube-nocookie.com',
      simulated: '/youtube-player',
      simulatedBy: 'YOUTUBE_SIMULATED=true',
      setting: 'YOUTUBE_PLAYER_URL',
    },
  },
} as const satisfies AboutPlatform;
