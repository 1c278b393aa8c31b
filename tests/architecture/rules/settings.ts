import { featureOf, type SourceFile } from './source.ts';

/** The tables with a server's settings, by feature, with their names in tables.ts. */
export const settingsTables: Readonly<Record<string, readonly string[]>> = {
  birthday: ['settings'],
  branding: ['serverBranding'],
  giveaways: ['settings'],
  'linked-roles': ['rules', 'logs'],
  'live-role': ['autoLiveRoles', 'statusRoles', 'logs'],
  'message-editor': ['serverMessages'],
  notifications: ['creators'],
  overrides: ['overrides', 'rules'],
  'role-sync': ['settings'],
  starboard: ['boards'],
  'stat-counters': ['counters'],
  'tools/embed-fix': ['linkReplies'],
  'sticky-message': ['stickies', 'defaults'],
  streamers: ['streamers', 'streamerMessages'],
  vods: ['vodServers'],
  'welcome-leave': ['welcomeLeave'],
};

/** Tables that reference a server and store events or progress. */
export const otherTables: Readonly<Record<string, readonly string[]>> = {
  grants: ['userServers', 'staffLooks'],
  admin: ['deeds'],
  'audit-log': ['places', 'turns'],
  birthday: ['places'],
  moving: ['moves'],
  'tools/emotes': ['imports'],
  'error-logs': ['errorLogs'],
  giveaways: ['giveaways', 'templates', 'messageCounts', 'pictures'],
  'kick-bot': ['places'],
  leaderboards: ['boards'],
  'linked-roles': ['seen', 'baselines'],
  notifications: ['broadcasts'],
  overrides: ['holds', 'held'],
  premium: ['serverPremiums'],
  'role-sync': ['facts'],
  settings: ['serverChanges'],
  starboard: ['posts'],
  telemetry: ['serverSteps'],
  vods: ['keepers'],
  'welcome-leave': ['arrivals'],
};

/** These functions write only columns that people cannot set: a record's progress, or its name on the platform. */
const progress: Readonly<Record<string, readonly string[]>> = {
  notifications: ['closeRoom'],
  starboard: ['pauseBoard'],
  'stat-counters': ['wantName', 'changeCounter'],
  'sticky-message': ['trackSticky', 'pauseSticky', 'saveSeen'],
  streamers: ['setPlanPauses', 'changePause', 'renameChannel', 'renameRows'],
};

const isTables = ({ path }: SourceFile): boolean => /^packages\/features\/src\/[\w/-]+\/tables\.ts$/.test(path);
const isStore = ({ path }: SourceFile): boolean =>
  /^packages\/features\/src\/[\w/-]+\/store(\.ts|\/[\w-]+\.ts)$/.test(path);

/** Returns the text of each function of a file, up to the next one. */
const functionsIn = (text: string) =>
  [...text.matchAll(/^(?:export )?(?:async )?function (\w+)|^(?:export )?const (\w+) = /gm)].map((match, at, all) => ({
    name: (match[1] ?? match[2]) as string,
    text: text.slice(match.index, all[at + 1]?.index),
  }));

/** Finds statements that write to one of these tables, as query builders or literal SQL. */
function writesTo(tables: readonly string[], declared: string): RegExp {
  const inSql = tables.flatMap((name) => [
    ...(new RegExp(`const ${name} = pgTable\\(\\s*'(\\w+)'`).exec(declared)?.slice(1) ?? []),
    `\\$\\{${name}\\}`,
  ]);
  return new RegExp(
    `\\.(?:insert|update|delete)\\((?:${[...tables, 'table'].join('|')})\\)|(?:update|insert into|delete from)\\s+(?:${inSql.join('|')})(?!\\w)`,
  );
}

/**
 * A settings table may be written only through `changeSettings`, which provides a `SettingsTx` and records the author.
 * Deleting all data of a server is not a change.
 */
export function settingsWriteViolations(files: readonly SourceFile[]): string[] {
  return files.filter(isStore).flatMap((file) => {
    const feature = featureOf(file.path) ?? '';
    const tables = settingsTables[feature] ?? [];
    if (tables.length === 0) return [];
    const writes = writesTo(
      tables,
      files.find((each) => isTables(each) && featureOf(each.path) === feature)?.text ?? '',
    );
    return functionsIn(file.text)
      .filter(({ text }) => writes.test(text) && !/\btx: SettingsTx\b/.test(text))
      .filter(({ name }) => !/^forget[A-Z]/.test(name) && !progress[feature]?.includes(name))
      .map(({ name }) => `${file.path}: ${name} writes settings, so it takes a SettingsTx`);
  });
}

/** A new table with server ids must be classified, as settings or something else. */
export function unsortedTableViolations(files: readonly SourceFile[]): string[] {
  return files.filter(isTables).flatMap((file) => {
    const feature = featureOf(file.path) ?? '';
    const known = new Set([...(settingsTables[feature] ?? []), ...(otherTables[feature] ?? [])]);
    return functionsIn(file.text)
      .filter(({ name, text }) => /pgTable\(/.test(text) && /'server_id'/.test(text) && !known.has(name))
      .map(({ name }) => `${file.path}: say in the rules of settings whether people set what is in ${name}`);
  });
}

const mayHandOut =
  /^(packages\/features\/src\/settings\/service\/door\.ts|tests\/(helpers\/world|architecture\/.*)\.ts)$/;

/** Other code must not create a `SettingsTx`, because changes through it would not be recorded. */
export function secondDoorViolations(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !mayHandOut.test(file.path) && /\bas SettingsTx\b|<SettingsTx>/.test(file.text))
    .map((file) => `${file.path}: settings change inside changeSettings only`);
}
