import { isTest } from './floors.ts';
import { featureOf, importsOf, isTool, resolveRelative, type SourceFile } from './source.ts';

/**
 * The allowed imports between web features, which must not form a circle. Code that server pages of several features
 * share is in shell/server; fields without a feature are in ui/fields.
 */
export const webFriends: Readonly<Record<string, readonly string[]>> = {
  account: ['birthday', 'connections', 'giveaways', 'servers', 'teams', 'vods', 'votes'],
  billing: ['admin', 'premium'],
  birthday: ['message-editor'],
  blog: ['admin', 'files'],
  connections: ['vods'],
  creators: ['message-editor', 'notifications'],
  'error-logs': ['notifications'],
  faq: ['admin'],
  'feedback-board': ['admin'],
  files: ['admin'],
  giveaways: ['message-editor', 'notifications'],
  // The landing page shows a part of each of these.
  landing: ['giveaways', 'media-sharing', 'message-editor'],
  leaderboards: ['message-editor'],
  'live-role': ['message-editor'],
  'media-sharing': ['connections'],
  moving: ['notifications', 'servers'],
  news: ['admin'],
  notifications: ['leaderboards', 'live-role', 'message-editor', 'role-sync', 'stat-counters'],
  premium: ['admin'],
  // A server's overview shows a part of each of these.
  servers: [
    'creators',
    'error-logs',
    'giveaways',
    'linked-roles',
    'live-role',
    'message-editor',
    'notifications',
    'overrides',
    'premium',
    'role-sync',
    'starboard',
    'stat-counters',
    'sticky-message',
    'welcome-leave',
  ],
  setup: ['admin'],
  'stat-counters': ['message-editor'],
  starboard: ['message-editor'],
  status: ['admin'],
  'sticky-message': ['message-editor'],
  'tools/embed-fix': ['message-editor'],
  vods: ['admin'],
  'welcome-leave': ['message-editor'],
};

const roomOf = (path: string): { room: string; feature: string | undefined } => {
  const [, room = '', next = ''] = /^apps\/web\/([^/]+)(?:\/([^/]+)\/)?/.exec(path) ?? [];
  return { room: room === 'shell' && next === 'server' ? 'shell/server' : room, feature: featureOf(path) };
};

/** What each folder of the web must not import. The rest of the shell shows features, so it may import them. */
const below: Readonly<Record<string, readonly string[]>> = {
  ui: ['shell', 'shell/server', 'features'],
  lib: ['ui', 'shell', 'shell/server', 'features'],
  'shell/server': ['features'],
};

export function webFriendViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    if (!file.path.startsWith('apps/web/') || isTest(file.path)) return [];
    const own = roomOf(file.path);
    return importsOf(file).flatMap((specifier) => {
      if (!specifier.startsWith('.')) return [];
      const other = roomOf(resolveRelative(file.path, specifier));
      // The pages in `app` may import every feature, because they are the web's registry.
      if (isTool(other.feature) && own.feature !== other.feature && own.room !== 'app') {
        return [`${file.path}: ${other.feature} stands alone; only a page uses it`];
      }
      if (below[own.room]?.includes(other.room)) return [`${file.path}: ${own.room} may not use ${other.room}`];
      if (own.room !== 'features' || other.room !== 'features') return [];
      const [from, to] = [own.feature, other.feature];
      if (!from || !to || from === to || webFriends[from]?.includes(to)) return [];
      return [`${file.path}: ${from} may not use ${to}; list it in webFriends, or move what both need to shell or ui`];
    });
  });
}
