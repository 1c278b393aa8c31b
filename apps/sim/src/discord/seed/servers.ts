/**
 * A server of the demo, as data. Channel lines: `# text`, `! announcement`, `> voice`, `~ forum`. A line without a sign
 * is a category.
 */
export interface ServerPlan {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string | null;
  /** The demo person's role in this server. */
  readonly demoPerson: 'owner' | 'manager' | 'member';
  readonly hasBot: boolean;
  readonly people: number;
  readonly boosts: number;
  readonly features: readonly string[];
  readonly roles: readonly {
    name: string;
    color: number;
    permissions?: 'admin' | 'manage' | 'moderate';
    mentionable?: boolean;
    hoist?: boolean;
  }[];
  readonly channels: readonly string[];
}

export const SERVERS: readonly ServerPlan[] = [
  {
    id: '801000000000000000',
    name: 'Night City',
    description: 'Late streams, later clips.',
    icon: '0c17e000000000000000000000000001',
    demoPerson: 'owner',
    hasBot: true,
    people: 26,
    boosts: 14,
    features: ['COMMUNITY', 'NEWS', 'ANIMATED_ICON'],
    roles: [
      { name: 'Admin', color: 0xe74c3c, permissions: 'admin', hoist: true },
      { name: 'Moderator', color: 0x3498db, permissions: 'moderate', hoist: true },
      { name: 'Streamer', color: 0x9b59b6, hoist: true },
      { name: 'Live now', color: 0xff3b30, hoist: true },
      { name: 'Subscriber', color: 0x2ecc71, hoist: true },
      { name: 'VIP', color: 0xf1c40f },
      { name: 'Live pings', color: 0x95a5a6, mentionable: true },
      { name: 'Clip pings', color: 0x95a5a6, mentionable: true },
      { name: 'Birthday', color: 0xff79c6 },
    ],
    channels: [
      'Welcome',
      '# welcome',
      '# rules',
      '! announcements',
      'Live',
      '! live-now',
      '# clips',
      '# vods',
      '# uploads',
      'Community',
      '# general',
      '# off-topic',
      '# memes',
      '# birthdays',
      '# giveaways',
      '# starboard',
      '~ suggestions',
      'Voice',
      '> Lobby',
      '> Watch party',
      'Staff',
      '# mod-chat',
      '# bot-logs',
    ],
  },
  {
    id: '802000000000000000',
    name: 'Harbour Speedruns',
    description: 'Any percent, every tide.',
    icon: '0c17e000000000000000000000000002',
    demoPerson: 'owner',
    hasBot: true,
    people: 17,
    boosts: 2,
    features: ['COMMUNITY', 'NEWS'],
    roles: [
      { name: 'Harbourmaster', color: 0x1abc9c, permissions: 'manage', hoist: true },
      { name: 'Runner', color: 0xe67e22, hoist: true },
      { name: 'Racing tonight', color: 0xc0392b },
      { name: 'Race pings', color: 0x7f8c8d, mentionable: true },
    ],
    channels: [
      'Dock',
      '# arrivals',
      '! race-news',
      'Runs',
      '# live-runs',
      '# routing',
      '# world-records',
      '# general',
      'Voice',
      '> Race room',
    ],
  },
  {
    id: '803000000000000000',
    name: 'قهوة البث',
    description: 'مجتمع عربي للبث المباشر',
    icon: null,
    demoPerson: 'manager',
    hasBot: true,
    people: 12,
    boosts: 7,
    features: ['COMMUNITY'],
    roles: [
      { name: 'مشرف', color: 0xd35400, permissions: 'manage', hoist: true },
      { name: 'صانع محتوى', color: 0x8e44ad, hoist: true },
      { name: 'تنبيهات', color: 0x16a085, mentionable: true },
    ],
    channels: ['الاستقبال', '# أهلا', '# القواعد', 'البث', '# مباشر-الآن', '# مقاطع', '# دردشة', 'صوت', '> المجلس'],
  },
  {
    id: '804000000000000000',
    name: 'Moss & Pixels',
    description: 'Cosy games, slow afternoons.',
    icon: '0c17e000000000000000000000000004',
    demoPerson: 'manager',
    hasBot: false,
    people: 14,
    boosts: 0,
    features: [],
    roles: [
      { name: 'Gardener', color: 0x27ae60, permissions: 'manage', hoist: true },
      { name: 'Seedling', color: 0xa3d977 },
    ],
    channels: ['Garden', '# welcome', '# general', '# screenshots', '# streams', 'Porch', '> Rocking chairs'],
  },
  {
    id: '805000000000000000',
    name: 'Clip Museum',
    description: 'The best thirty seconds of the internet.',
    icon: '0c17e000000000000000000000000005',
    demoPerson: 'member',
    hasBot: true,
    people: 21,
    boosts: 3,
    features: ['NEWS'],
    roles: [
      { name: 'Curator', color: 0xf39c12, permissions: 'admin', hoist: true },
      { name: 'Visitor', color: 0x5dade2 },
    ],
    channels: ['Foyer', '# front-desk', '! new-exhibits', 'Halls', '# kick-clips', '# twitch-clips', '# chat'],
  },
];
