import type { AboutPlatform } from './about.ts';

export const kick = {
  name: 'Kick',
  colour: '#53FC18',
  place: 1,
  settings: ['KICK_CLIENT_ID', 'KICK_CLIENT_SECRET'],
  portal: 'https://kick.com/settings/developer',
  flagBit: 12,
  freeConnections: 30,
  links: {
    site: 'kick.com',
    hosts: /^(?:(?:www|m)\.)?kick\.com$/,
  },
  pictures: {
    real: ['https://files.kick.com', 'https://images.kick.com', 'https://clips.kick.com', 'https://stream.kick.com'],
    simulated: '/kick/files',
  },
  // Kick's own clips (`kickBuiltInClip`) are separate from those of the partner KickBot (`clip`).
  messages: ['kickLive', 'kickOffline', 'clip', 'vod', 'kickBuiltInClip'],
  published: { clip: 'kickBuiltInClip', partnerClip: 'clip', vod: 'vod' },
  streamer: {
    settings: [
      'liveChannel',
      'clips',
      'vods',
      'auditLog',
      'partnerClips',
      'leaderboard',
      'subscriberRole',
      'moderatorRole',
      'verifiedRole',
      'founderRole',
      'vipRole',
      'ogRole',
      'giftedSubRoles',
      'leaderboardRoles',
    ],
    facts: ['chatRoom', 'leaderboard', 'statsWithFollowers'],
  },
  login: 'oauth',
  hasChatCode: true,
  hasRoleSync: true,
  hasChat: true,
  hasEmotes: true,
  keepsRecordings: true,
  clipFlag: 'KickClips',
  showsRolesAsBadges: true,
} as const satisfies AboutPlatform;
