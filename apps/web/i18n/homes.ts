import type { WithPlatforms } from '@tally/contract/platforms/sentences';

/** One file per home and language below `messages/`. A new home is a line here and one in `Messages`. */
export const homes = [
  'account',
  'admin',
  'blog',
  'bug-report',
  'chat-widget',
  'clips',
  'connections',
  'crash',
  'creators',
  'docs',
  'emotes',
  'embed-fix',
  'error-logs',
  'failures',
  'faq',
  'feedback-board',
  'files',
  'giveaways',
  'kick-overlay-maker',
  'landing',
  'leaderboards',
  'legal',
  'linked-roles',
  'live-role',
  'media-player',
  'media-sharing',
  'message-editor',
  'moving',
  'news',
  'notifications',
  'overrides',
  'role-sync',
  'servers',
  'setup',
  'shell',
  'starboard',
  'stat-counters',
  'status',
  'sticky-message',
  'streamers',
  'teams',
  'tools',
  'ui',
  'billing',
  'premium',
  'vods',
  'votes',
  'birthday',
  'welcome-leave',
] as const;
export type MessageHome = (typeof homes)[number];

type Home<File extends { readonly default: object }> = WithPlatforms<File['default']>;

export interface Messages {
  account: Home<typeof import('../messages/en-US/account.json')>;
  admin: Home<typeof import('../messages/en-US/admin.json')>;
  blog: Home<typeof import('../messages/en-US/blog.json')>;
  'bug-report': Home<typeof import('../messages/en-US/bug-report.json')>;
  'chat-widget': Home<typeof import('../messages/en-US/chat-widget.json')>;
  clips: Home<typeof import('../messages/en-US/clips.json')>;
  connections: Home<typeof import('../messages/en-US/connections.json')>;
  crash: Home<typeof import('../messages/en-US/crash.json')>;
  creators: Home<typeof import('../messages/en-US/creators.json')>;
  docs: Home<typeof import('../messages/en-US/docs.json')>;
  emotes: Home<typeof import('../messages/en-US/emotes.json')>;
  'embed-fix': Home<typeof import('../messages/en-US/embed-fix.json')>;
  'error-logs': Home<typeof import('../messages/en-US/error-logs.json')>;
  failures: Home<typeof import('../messages/en-US/failures.json')>;
  faq: Home<typeof import('../messages/en-US/faq.json')>;
  'feedback-board': Home<typeof import('../messages/en-US/feedback-board.json')>;
  files: Home<typeof import('../messages/en-US/files.json')>;
  giveaways: Home<typeof import('../messages/en-US/giveaways.json')>;
  'kick-overlay-maker': Home<typeof import('../messages/en-US/kick-overlay-maker.json')>;
  landing: Home<typeof import('../messages/en-US/landing.json')>;
  leaderboards: Home<typeof import('../messages/en-US/leaderboards.json')>;
  legal: Home<typeof import('../messages/en-US/legal.json')>;
  'linked-roles': Home<typeof import('../messages/en-US/linked-roles.json')>;
  'live-role': Home<typeof import('../messages/en-US/live-role.json')>;
  'media-player': Home<typeof import('../messages/en-US/media-player.json')>;
  'media-sharing': Home<typeof import('../messages/en-US/media-sharing.json')>;
  'message-editor': Home<typeof import('../messages/en-US/message-editor.json')>;
  moving: Home<typeof import('../messages/en-US/moving.json')>;
  news: Home<typeof import('../messages/en-US/news.json')>;
  notifications: Home<typeof import('../messages/en-US/notifications.json')>;
  overrides: Home<typeof import('../messages/en-US/overrides.json')>;
  'role-sync': Home<typeof import('../messages/en-US/role-sync.json')>;
  servers: Home<typeof import('../messages/en-US/servers.json')>;
  setup: Home<typeof import('../messages/en-US/setup.json')>;
  shell: Home<typeof import('../messages/en-US/shell.json')>;
  starboard: Home<typeof import('../messages/en-US/starboard.json')>;
  'stat-counters': Home<typeof import('../messages/en-US/stat-counters.json')>;
  status: Home<typeof import('../messages/en-US/status.json')>;
  'sticky-message': Home<typeof import('../messages/en-US/sticky-message.json')>;
  streamers: Home<typeof import('../messages/en-US/streamers.json')>;
  teams: Home<typeof import('../messages/en-US/teams.json')>;
  tools: Home<typeof import('../messages/en-US/tools.json')>;
  ui: Home<typeof import('../messages/en-US/ui.json')>;
  billing: Home<typeof import('../messages/en-US/billing.json')>;
  premium: Home<typeof import('../messages/en-US/premium.json')>;
  vods: Home<typeof import('../messages/en-US/vods.json')>;
  votes: Home<typeof import('../messages/en-US/votes.json')>;
  birthday: Home<typeof import('../messages/en-US/birthday.json')>;
  'welcome-leave': Home<typeof import('../messages/en-US/welcome-leave.json')>;
}
