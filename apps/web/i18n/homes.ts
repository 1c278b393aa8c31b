import type { WithPlatforms } from '@tally/contract/platforms/sentences';
import type account from '../messages/en-US/account.json';
import type admin from '../messages/en-US/admin.json';
import type billing from '../messages/en-US/billing.json';
import type birthday from '../messages/en-US/birthday.json';
import type blog from '../messages/en-US/blog.json';
import type bugReport from '../messages/en-US/bug-report.json';
import type chatWidget from '../messages/en-US/chat-widget.json';
import type clips from '../messages/en-US/clips.json';
import type connections from '../messages/en-US/connections.json';
import type crash from '../messages/en-US/crash.json';
import type creators from '../messages/en-US/creators.json';
import type docs from '../messages/en-US/docs.json';
import type embedFix from '../messages/en-US/embed-fix.json';
import type emotes from '../messages/en-US/emotes.json';
import type errorLogs from '../messages/en-US/error-logs.json';
import type failures from '../messages/en-US/failures.json';
import type faq from '../messages/en-US/faq.json';
import type feedbackBoard from '../messages/en-US/feedback-board.json';
import type files from '../messages/en-US/files.json';
import type giveaways from '../messages/en-US/giveaways.json';
import type kickOverlayMaker from '../messages/en-US/kick-overlay-maker.json';
import type landing from '../messages/en-US/landing.json';
import type leaderboards from '../messages/en-US/leaderboards.json';
import type legal from '../messages/en-US/legal.json';
import type linkedRoles from '../messages/en-US/linked-roles.json';
import type liveRole from '../messages/en-US/live-role.json';
import type mediaPlayer from '../messages/en-US/media-player.json';
import type mediaSharing from '../messages/en-US/media-sharing.json';
import type messageEditor from '../messages/en-US/message-editor.json';
import type moving from '../messages/en-US/moving.json';
import type news from '../messages/en-US/news.json';
import type notifications from '../messages/en-US/notifications.json';
import type overrides from '../messages/en-US/overrides.json';
import type premium from '../messages/en-US/premium.json';
import type roleSync from '../messages/en-US/role-sync.json';
import type servers from '../messages/en-US/servers.json';
import type setup from '../messages/en-US/setup.json';
import type shell from '../messages/en-US/shell.json';
import type starboard from '../messages/en-US/starboard.json';
import type statCounters from '../messages/en-US/stat-counters.json';
import type status from '../messages/en-US/status.json';
import type stickyMessage from '../messages/en-US/sticky-message.json';
import type streamers from '../messages/en-US/streamers.json';
import type teams from '../messages/en-US/teams.json';
import type tools from '../messages/en-US/tools.json';
import type ui from '../messages/en-US/ui.json';
import type vods from '../messages/en-US/vods.json';
import type votes from '../messages/en-US/votes.json';
import type welcomeLeave from '../messages/en-US/welcome-leave.json';

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

interface Written {
  account: typeof account;
  admin: typeof admin;
  blog: typeof blog;
  'bug-report': typeof bugReport;
  'chat-widget': typeof chatWidget;
  clips: typeof clips;
  connections: typeof connections;
  crash: typeof crash;
  creators: typeof creators;
  docs: typeof docs;
  emotes: typeof emotes;
  'embed-fix': typeof embedFix;
  'error-logs': typeof errorLogs;
  failures: typeof failures;
  faq: typeof faq;
  'feedback-board': typeof feedbackBoard;
  files: typeof files;
  giveaways: typeof giveaways;
  'kick-overlay-maker': typeof kickOverlayMaker;
  landing: typeof landing;
  leaderboards: typeof leaderboards;
  legal: typeof legal;
  'linked-roles': typeof linkedRoles;
  'live-role': typeof liveRole;
  'media-player': typeof mediaPlayer;
  'media-sharing': typeof mediaSharing;
  'message-editor': typeof messageEditor;
  moving: typeof moving;
  news: typeof news;
  notifications: typeof notifications;
  overrides: typeof overrides;
  'role-sync': typeof roleSync;
  servers: typeof servers;
  setup: typeof setup;
  shell: typeof shell;
  starboard: typeof starboard;
  'stat-counters': typeof statCounters;
  status: typeof status;
  'sticky-message': typeof stickyMessage;
  streamers: typeof streamers;
  teams: typeof teams;
  tools: typeof tools;
  ui: typeof ui;
  billing: typeof billing;
  premium: typeof premium;
  vods: typeof vods;
  votes: typeof votes;
  birthday: typeof birthday;
  'welcome-leave': typeof welcomeLeave;
}

export type Messages = { [H in MessageHome]: WithPlatforms<Written[H]> };
