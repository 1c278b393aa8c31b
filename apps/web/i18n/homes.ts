import type { WithPlatforms } from '@tally/contract/platforms/sentences';

/** The message files of each language in `messages/`. A new file needs a line here and one in `Messages`. */
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

export interface Messages {
  account: WithPlatforms<typeof import('../messages/en-US/account.json')>;
  admin: WithPlatforms<typeof import('../messages/en-US/admin.json')>;
  blog: WithPlatforms<typeof import('../messages/en-US/blog.json')>;
  'bug-report': WithPlatforms<typeof import('../messages/en-US/bug-report.json')>;
  'chat-widget': WithPlatforms<typeof import('../messages/en-US/chat-widget.json')>;
  clips: WithPlatforms<typeof import('../messages/en-US/clips.json')>;
  connections: WithPlatforms<typeof import('../messages/en-US/connections.json')>;
  crash: WithPlatforms<typeof import('../messages/en-US/crash.json')>;
  creators: WithPlatforms<typeof import('../messages/en-US/creators.json')>;
  docs: WithPlatforms<typeof import('../messages/en-US/docs.json')>;
  emotes: WithPlatforms<typeof import('../messages/en-US/emotes.json')>;
  'embed-fix': WithPlatforms<typeof import('../messages/en-US/embed-fix.json')>;
  'error-logs': WithPlatforms<typeof import('../messages/en-US/error-logs.json')>;
  failures: WithPlatforms<typeof import('../messages/en-US/failures.json')>;
  faq: WithPlatforms<typeof import('../messages/en-US/faq.json')>;
  'feedback-board': WithPlatforms<typeof import('../messages/en-US/feedback-board.json')>;
  files: WithPlatforms<typeof import('../messages/en-US/files.json')>;
  giveaways: WithPlatforms<typeof import('../messages/en-US/giveaways.json')>;
  'kick-overlay-maker': WithPlatforms<typeof import('../messages/en-US/kick-overlay-maker.json')>;
  landing: WithPlatforms<typeof import('../messages/en-US/landing.json')>;
  leaderboards: WithPlatforms<typeof import('../messages/en-US/leaderboards.json')>;
  legal: WithPlatforms<typeof import('../messages/en-US/legal.json')>;
  'linked-roles': WithPlatforms<typeof import('../messages/en-US/linked-roles.json')>;
  'live-role': WithPlatforms<typeof import('../messages/en-US/live-role.json')>;
  'media-player': WithPlatforms<typeof import('../messages/en-US/media-player.json')>;
  'media-sharing': WithPlatforms<typeof import('../messages/en-US/media-sharing.json')>;
  'message-editor': WithPlatforms<typeof import('../messages/en-US/message-editor.json')>;
  moving: WithPlatforms<typeof import('../messages/en-US/moving.json')>;
  news: WithPlatforms<typeof import('../messages/en-US/news.json')>;
  notifications: WithPlatforms<typeof import('../messages/en-US/notifications.json')>;
  overrides: WithPlatforms<typeof import('../messages/en-US/overrides.json')>;
  'role-sync': WithPlatforms<typeof import('../messages/en-US/role-sync.json')>;
  servers: WithPlatforms<typeof import('../messages/en-US/servers.json')>;
  setup: WithPlatforms<typeof import('../messages/en-US/setup.json')>;
  shell: WithPlatforms<typeof import('../messages/en-US/shell.json')>;
  starboard: WithPlatforms<typeof import('../messages/en-US/starboard.json')>;
  'stat-counters': WithPlatforms<typeof import('../messages/en-US/stat-counters.json')>;
  status: WithPlatforms<typeof import('../messages/en-US/status.json')>;
  'sticky-message': WithPlatforms<typeof import('../messages/en-US/sticky-message.json')>;
  streamers: WithPlatforms<typeof import('../messages/en-US/streamers.json')>;
  teams: WithPlatforms<typeof import('../messages/en-US/teams.json')>;
  tools: WithPlatforms<typeof import('../messages/en-US/tools.json')>;
  ui: WithPlatforms<typeof import('../messages/en-US/ui.json')>;
  billing: WithPlatforms<typeof import('../messages/en-US/billing.json')>;
  premium: WithPlatforms<typeof import('../messages/en-US/premium.json')>;
  vods: WithPlatforms<typeof import('../messages/en-US/vods.json')>;
  votes: WithPlatforms<typeof import('../messages/en-US/votes.json')>;
  birthday: WithPlatforms<typeof import('../messages/en-US/birthday.json')>;
  'welcome-leave': WithPlatforms<typeof import('../messages/en-US/welcome-leave.json')>;
}
