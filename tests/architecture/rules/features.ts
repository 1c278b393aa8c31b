import { isTest } from './floors.ts';
import { featureOf, importsOf, isTool, resolveRelative, type SourceFile } from './source.ts';

/** The names from `docs/words.md`. Folders in features, web and contract must have one of them. */
export const homes = [
  'session',
  'account',
  'grants',
  'connections',
  'servers',
  'settings',
  'places',
  'streamers',
  'journal',
  'notifications',
  'creators',
  'message-editor',
  'live-role',
  'role-sync',
  'linked-roles',
  'vods',
  'clips',
  'emotes',
  'stat-counters',
  'leaderboards',
  'giveaways',
  'starboard',
  'sticky-message',
  'birthday',
  'welcome-leave',
  'kick-bot',
  'audit-log',
  'teams',
  'media-sharing',
  'branding',
  'premium',
  'billing',
  'votes',
  'news',
  'blog',
  'faq',
  'feedback-board',
  'status',
  'error-logs',
  'telemetry',
  'files',
  'admin',
  'embed-fix',
  'chat-widget',
  'kick-overlay-maker',
  'landing',
  'legal',
  'bug-report',
  'docs',
  'overrides',
  'moving',
  'setup',
] as const; // prettier-ignore

const parts = 'index|service|store|tables|routes|gateway|commands|platform|jobs|match|render';
/** A service with many files has one folder per subject. */
const partFile = new RegExp(
  `^(?:(?:${parts})\\.ts|(?:${parts})/[a-z0-9-]+\\.ts|service/[a-z0-9-]+/[a-z0-9-]+\\.ts|migrations/\\d{4}_[a-z0-9_]+\\.sql|README\\.md|[a-z0-9/-]+(?:\\.db)?\\.test\\.ts|__fixtures__/.+)$`,
);

/** A feature folder must contain only files with agreed names, and its own name must be in the list. */
export function featureFolderViolations(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const feature = featureOf(path);
    if (!feature) return [];
    const name = feature.replace('tools/', '');
    const rest = path.slice(`packages/features/src/${feature}/`.length);
    if (!homes.includes(name as (typeof homes)[number])) return [`${path}: "${name}" is not a home; see docs/words.md`];
    return partFile.test(rest) ? [] : [`${path}: a feature folder has no part called ${rest}`];
  });
}

/** Checks that every feature folder is in the registry. */
export function registryViolations(paths: readonly string[], registry: SourceFile): string[] {
  const folders = new Set(
    paths.flatMap((path) => /^packages\/features\/src\/((?:tools\/)?[^/]+)\/index\.ts$/.exec(path)?.[1] ?? []),
  );
  const listed = new Set(
    importsOf(registry).flatMap((specifier) => /^\.\/(.+)\/index\.ts$/.exec(specifier)?.[1] ?? []),
  );
  return [
    ...[...folders]
      .filter((name) => !listed.has(name))
      .map((name) => `add ${name} to packages/features/src/registry.ts`),
    ...[...listed]
      .filter((name) => !folders.has(name))
      .map((name) => `packages/features/src/registry.ts names ${name}, which has no folder`),
  ];
}

/** The allowed imports between features, which must use the index and must not form a circle. */
export const friends: Readonly<Record<string, readonly string[]>> = {
  session: ['account', 'servers', 'grants'],
  account: ['grants'],
  admin: ['account', 'servers', 'grants'],
  'audit-log': ['error-logs', 'streamers', 'servers', 'places'],
  servers: ['account', 'places', 'grants'],
  status: ['docs', 'news', 'servers', 'telemetry'],
  'error-logs': [],
  telemetry: ['account'],
  premium: ['account', 'servers', 'settings'],
  billing: ['account', 'premium', 'servers', 'telemetry'],
  votes: ['account', 'telemetry'],
  branding: ['servers', 'settings'],
  'message-editor': ['servers', 'branding', 'settings'],
  'welcome-leave': ['account', 'error-logs', 'files', 'message-editor', 'servers', 'places', 'settings'],
  birthday: ['account', 'message-editor', 'servers', 'places', 'settings', 'grants'],
  overrides: ['servers', 'places', 'settings'],
  'tools/embed-fix': ['settings'],
  docs: ['premium'],
  faq: ['account', 'docs'],
  'feedback-board': ['account'],
  setup: ['account', 'admin', 'session'],
  moving: ['journal', 'places', 'servers', 'settings', 'streamers'],
  news: [],
  blog: ['account'],
  'live-role': ['account', 'connections', 'servers', 'message-editor', 'streamers', 'places', 'settings', 'grants'],
  'role-sync': [
    'connections',
    'error-logs',
    'streamers',
    'premium',
    'servers',
    'votes',
    'places',
    'settings',
    'grants',
  ],
  'linked-roles': ['connections', 'message-editor', 'premium', 'role-sync', 'servers', 'places', 'settings'],
  connections: ['account', 'streamers', 'grants'],
  'tools/chat-widget': ['connections'],
  teams: ['account', 'connections', 'telemetry'],
  'stat-counters': ['error-logs', 'message-editor', 'streamers', 'servers', 'settings'],
  clips: ['connections', 'servers', 'streamers'],
  'kick-bot': ['connections', 'notifications', 'streamers'],
  leaderboards: ['branding', 'connections', 'error-logs', 'streamers', 'servers', 'places'],
  'sticky-message': ['servers', 'message-editor', 'branding', 'error-logs', 'places', 'settings'],
  giveaways: [
    'account',
    'birthday',
    'connections',
    'error-logs',
    'files',
    'message-editor',
    'overrides',
    'servers',
    'votes',
    'places',
    'settings',
  ],
  'tools/emotes': ['error-logs', 'servers', 'streamers'],
  vods: ['connections', 'notifications', 'streamers', 'servers', 'error-logs', 'settings'],
  'media-sharing': ['account', 'connections', 'premium', 'teams', 'grants'],
  starboard: ['servers', 'branding', 'error-logs', 'places', 'settings'],
  // The homes about followed creators, lowest first: a server's streamers, posted messages, pending messages.
  streamers: ['error-logs', 'message-editor', 'servers', 'places', 'settings'],
  journal: ['account', 'error-logs', 'message-editor', 'overrides', 'places', 'servers', 'settings', 'streamers'],
  notifications: [
    'branding',
    'error-logs',
    'journal',
    'message-editor',
    'overrides',
    'servers',
    'streamers',
    'telemetry',
    'places',
    'settings',
  ],
  places: ['error-logs'],
  settings: ['account', 'error-logs', 'places', 'servers'],
};

export function friendViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const own = featureOf(file.path);
    if (!own || isTest(file.path)) return [];
    return importsOf(file).flatMap((specifier) => {
      if (!specifier.startsWith('.')) return [];
      const target = resolveRelative(file.path, specifier);
      const other = featureOf(target);
      if (!other || other === own) return [];
      if (isTool(other)) return [`${file.path}: ${other} stands alone; only the registry uses it`];
      if (!target.endsWith(`/${other}/index.ts`)) return [`${file.path}: reach ${other} through its index.ts`];
      return friends[own]?.includes(other) ? [] : [`${file.path}: ${own} may not use ${other}; list it if it should`];
    });
  });
}

/** Finds allowed imports that a feature no longer uses. `root` is the features folder. */
export function unusedFriends(
  table: Readonly<Record<string, readonly string[]>>,
  files: readonly SourceFile[],
  root: string,
): string[] {
  const nameIn = (path: string) => (path.startsWith(root) ? featureOf(path) : undefined);
  const used = new Set<string>();
  for (const file of files) {
    const own = nameIn(file.path);
    if (!own || isTest(file.path)) continue;
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith('.')) used.add(`${own} ${nameIn(resolveRelative(file.path, specifier))}`);
    }
  }
  return Object.entries(table).flatMap(([own, others]) =>
    others.filter((other) => !used.has(`${own} ${other}`)).map((other) => `${own} no longer uses ${other}: unlist it`),
  );
}

export function circles(graph: Readonly<Record<string, readonly string[]>>): string[] {
  const found: string[] = [];
  const visit = (name: string, trail: readonly string[]): void => {
    if (trail.includes(name)) {
      found.push([...trail.slice(trail.indexOf(name)), name].join(' → '));
      return;
    }
    for (const next of graph[name] ?? []) visit(next, [...trail, name]);
  };
  for (const name of Object.keys(graph)) visit(name, []);
  return found;
}
