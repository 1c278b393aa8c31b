import { describe, expect, it } from 'vitest';
import { valueCircleViolations } from './rules/circles.ts';
import {
  connectionStateViolations,
  defaultExportViolations,
  drizzleViolations,
  environmentViolations,
  intentViolations,
  lockViolations,
  nameViolations,
  sealedViolations,
  sizeViolations,
  sqlViolations,
  tableViolations,
  tracingViolations,
} from './rules/code.ts';
import {
  circles,
  featureFolderViolations,
  friends,
  friendViolations,
  registryViolations,
  unusedFriends,
} from './rules/features.ts';
import { floorViolations } from './rules/floors.ts';
import { foreignViolations } from './rules/foreign.ts';
import { secondDoorViolations, settingsWriteViolations, unsortedTableViolations } from './rules/settings.ts';
import { readSources, type SourceFile } from './rules/source.ts';
import { moduleWaitViolations, timerViolations } from './rules/waiting.ts';
import { webFriends, webFriendViolations } from './rules/web-friends.ts';

const code = readSources(/\.(ts|tsx|mts|mjs)$/);
const own = code.filter((file) => /^(apps|packages)\//.test(file.path));
const features = own.filter((file) => file.path.startsWith('packages/features/src/'));
const featurePaths = readSources(/^packages\/features\/src\//).map((file) => file.path);
const registry = own.find((file) => file.path === 'packages/features/src/registry.ts');

describe('the house as it is', () => {
  it('imports only go down', () => expect(floorViolations(own)).toEqual([]));
  it('feature folders contain only agreed parts', () => expect(featureFolderViolations(featurePaths)).toEqual([]));
  it('every feature is registered', () => expect(registryViolations(featurePaths, registry as SourceFile)).toEqual([]));
  it('features use each other only where listed', () => expect(friendViolations(features)).toEqual([]));
  it('features do not use each other in a circle', () => expect(circles(friends)).toEqual([]));
  it('web features use each other only where listed', () => expect(webFriendViolations(own)).toEqual([]));
  it('web features do not use each other in a circle', () => expect(circles(webFriends)).toEqual([]));
  it('no friend is listed in vain', () => {
    expect(unusedFriends(friends, own, 'packages/features/src/')).toEqual([]);
    expect(unusedFriends(webFriends, own, 'apps/web/features/')).toEqual([]);
  });
  it('files of a package do not import values from each other in a circle', () =>
    expect(valueCircleViolations(own)).toEqual([]));
  it('no file is longer than 400 lines', () => expect(sizeViolations(code)).toEqual([]));
  it('files are named after their purpose', () => expect(nameViolations(code)).toEqual([]));
  it('SQL stays in stores', () => expect(sqlViolations(own)).toEqual([]));
  it('the library of SQL is imported at one door', () => expect(drizzleViolations(own)).toEqual([]));
  it('only one module takes locks by name', () => expect(lockViolations(own)).toEqual([]));
  it('an intent is made by useCreate', () => expect(intentViolations(own)).toEqual([]));
  it('packages for traces are loaded at one door', () => expect(tracingViolations(own)).toEqual([]));
  it('a table has one owner', () => expect(tableViolations(own)).toEqual([]));
  it('sealed columns are named', () => expect(sealedViolations(own)).toEqual([]));
  it('the environment is read in one place', () => expect(environmentViolations(own)).toEqual([]));
  it('time passes at a door', () => expect(timerViolations(own)).toEqual([]));
  it('no module waits at its top level', () => expect(moduleWaitViolations(own)).toEqual([]));
  it('libraries are used through their public names', () => expect(foreignViolations(own)).toEqual([]));
  it('settings are written inside the door only', () => expect(settingsWriteViolations(own)).toEqual([]));
  it('a table of servers holds settings, or is marked otherwise', () =>
    expect(unsortedTableViolations(own)).toEqual([]));
  it('there is one door for settings', () => expect(secondDoorViolations(code)).toEqual([]));
  it('exports have names', () => expect(defaultExportViolations(code)).toEqual([]));
});

/** Tests that each rule detects its own violation. */
describe('a planted violation is found', () => {
  const plant = (path: string, text: string): SourceFile[] => [{ path, text }];

  it.each([
    ['a lower floor reaches up', 'packages/infra/src/db/index.ts', `import { x } from '@tally/discord/rest';`],
    ['the web uses a server package', 'apps/web/lib/x.ts', `import type { Db } from '@tally/infra/db';`],
    ['a platform touches the database', 'packages/platforms/src/kick/poll.ts', `import { Db } from '@tally/infra/db';`],
    ['a dynamic import leaves the package', 'packages/message/src/x.ts', `await import('../../kernel/src/index.ts');`],
    ['anything imports the simulator', 'packages/discord/src/x.ts', `import { startSim } from '@tally/sim/start';`],
    ['the server reaches into a feature', 'apps/server/src/x.ts', `import { end } from '@tally/features/giveaways';`],
    [
      'product code uses the test kit',
      'packages/features/src/x/service.ts',
      `import { testDb } from '@tally/tests/database';`,
    ],
  ])('%s', (_, path, text) => expect(floorViolations(plant(path, text))).toHaveLength(1));

  it('a feature folder with another part', () =>
    expect(featureFolderViolations(['packages/features/src/giveaways/draw-helper.ts'])).toHaveLength(1));
  it('a folder that is no home', () =>
    expect(featureFolderViolations(['packages/features/src/raffles/index.ts'])).toHaveLength(1));
  it('a feature that is not registered', () =>
    expect(registryViolations(['packages/features/src/faq/index.ts'], { path: 'registry.ts', text: '' })).toHaveLength(
      1,
    ));
  it('a feature that enters another by the window', () =>
    expect(
      friendViolations(plant('packages/features/src/session/service.ts', `import { x } from '../account/store.ts';`)),
    ).toHaveLength(1));
  it('a feature that uses one it may not', () =>
    expect(
      friendViolations(plant('packages/features/src/faq/service.ts', `import { x } from '../votes/index.ts';`)),
    ).toHaveLength(1));
  it.each([
    ['a feature', 'servers/service/own.ts', '../../tools/emotes/index.ts'],
    ['another tool', 'tools/chat-widget/service/own.ts', '../../emotes/index.ts'],
  ])('a tool that is used by %s', (_, path, target) =>
    expect(friendViolations(plant(`packages/features/src/${path}`, `import { x } from '${target}';`))).toEqual([
      expect.stringContaining('only the registry uses it'),
    ]),
  );
  it.each([
    ['a web feature that uses a tool', 'features/servers/page/links.tsx', '../../tools/emotes/api.ts'],
    ['a tool that uses another tool', 'features/tools/embed-fix/page.tsx', '../emotes/api.ts'],
    ['the shell around a tool', 'shell/header/header.tsx', '../../features/tools/emotes/api.ts'],
    ['a web feature that uses one it may not', 'features/faq/list.tsx', '../votes/api.ts'],
    ['a primitive that knows a feature', 'ui/badge.tsx', '../features/votes/api.ts'],
    ['a field that asks the API', 'ui/fields/role-picker.tsx', '../../shell/server/api.ts'],
    ['a fact of a server that knows a feature', 'shell/server/api.ts', '../../features/votes/api.ts'],
  ])('%s', (_, path, target) =>
    expect(webFriendViolations(plant(`apps/web/${path}`, `import { x } from '${target}';`))).toHaveLength(1),
  );
  it.each([
    ['a listed friend', 'features/faq/admin/page.tsx', '../../admin/gate.tsx'],
    ['the shell around a feature', 'shell/layout/app-layout.tsx', '../../features/servers/first-answers.ts'],
    ['a file of its own', 'features/faq/list.tsx', './api.ts'],
    ['the page of a tool', 'app/(public)/kick-links/page.tsx', '../../../features/tools/emotes/page.tsx'],
  ])('which this is not: %s', (_, path, target) =>
    expect(webFriendViolations(plant(`apps/web/${path}`, `import { x } from '${target}';`))).toEqual([]),
  );
  it('a friend that is no longer used', () => {
    const files = plant('apps/web/features/faq/list.tsx', `import { x } from '../votes/api.ts';`);
    expect(unusedFriends({ faq: ['votes', 'news'] }, files, 'apps/web/features/')).toEqual([
      'faq no longer uses news: unlist it',
    ]);
  });
  it.each([
    ['apps/web/lib/x.ts', `import { trace } from '@opentelemetry/api';`],
    ['packages/infra/src/trace/index.ts', `import { openExport } from './export.ts';`],
  ])('a package for traces that %s loads', (path, text) =>
    expect(tracingViolations(plant(path, text))).toHaveLength(1),
  );
  it('a circle', () => expect(circles({ a: ['b'], b: ['a'] })).not.toEqual([]));
  const round = (back: string, more = '') => [
    ...plant('packages/features/src/x/jobs.ts', `import { work } from './service/work.ts';`),
    ...plant('packages/features/src/x/service/work.ts', `${back}\n${more}`),
  ];
  it.each([
    ['straight back', `import { job } from '../jobs.ts';`],
    ['a value among types', `import { type Job, job } from '../jobs.ts';`],
    ['over several lines', `import {\n  type Job,\n  job,\n} from '../jobs.ts';`],
    ['by handing it on', `export { job } from '../jobs.ts';`],
    ['for what it does when it is loaded', `import '../jobs.ts';`],
    ['only when it is called', `const load = async () => await import('../jobs.ts');`],
  ])('files that import each other: %s', (_, back) => expect(valueCircleViolations(round(back))).toHaveLength(1));
  it('files that import each other by way of a third', () =>
    expect(
      valueCircleViolations([
        ...round(`import { next } from './next.ts';`),
        ...plant('packages/features/src/x/service/next.ts', `import { job } from '../jobs.ts';`),
      ]),
    ).toEqual([
      'in a circle: packages/features/src/x/jobs.ts, packages/features/src/x/service/next.ts, packages/features/src/x/service/work.ts',
    ]));
  it.each([
    `import type { Job } from '../jobs.ts';`,
    `import { type Job, type Run } from '../jobs.ts';`,
    `export type { Job } from '../jobs.ts';`,
    `// import { job } from '../jobs.ts';`,
  ])('but types may go round: %s', (back) => expect(valueCircleViolations(round(back))).toEqual([]));
  it('a long file', () => expect(sizeViolations(plant('packages/x/src/y.ts', '\n'.repeat(401)))).toHaveLength(1));
  it('a file called utils', () => expect(nameViolations(plant('packages/x/src/utils.ts', ''))).toHaveLength(1));
  it('a file in camel case', () => expect(nameViolations(plant('packages/x/src/doThing.ts', ''))).toHaveLength(1));
  it('SQL in a service', () =>
    expect(
      sqlViolations(plant('packages/features/src/faq/service.ts', `import { eq } from '@tally/infra/sql';`)),
    ).toHaveLength(1));
  it('an intent of its own for each request', () =>
    expect(
      intentViolations(plant('apps/web/features/faq/api.ts', `call(faq.ask, {}, { fallback, intent: newIntent() })`)),
    ).toHaveLength(1));
  it('a store that bypasses the door', () =>
    expect(
      drizzleViolations(plant('packages/features/src/faq/store.ts', `import { eq } from 'drizzle-orm';`)),
    ).toHaveLength(1));
  it('a lock by hand', () =>
    expect(
      lockViolations(plant('packages/features/src/faq/store.ts', 'sql`select pg_advisory_xact_lock(1)`')),
    ).toHaveLength(1));
  it.each([
    'sql`listen ${channel}`',
    "sql`set statement_timeout = '1s'`",
    "sql`select set_config('jit', 'off', false)`",
  ])('a connection that keeps %s', (code) =>
    expect(connectionStateViolations(plant('packages/features/src/faq/store.ts', code))).toHaveLength(1),
  );
  it('a table with two owners', () => {
    const table = `pgTable('users', {})`;
    expect(
      tableViolations([...plant('packages/a/tables.ts', table), ...plant('packages/b/tables.ts', table)]),
    ).toHaveLength(1);
  });
  it('a feature that seals in secret', () =>
    expect(sealedViolations(plant('packages/features/src/faq/service.ts', 'ctx.secrets.encrypt(a, b)'))).toHaveLength(
      1,
    ));
  it.each([
    [
      'a statement',
      'export async function pingNobody(tx: Db) {\n  await tx.update(overrides).set({ pingRoleId: null });\n}',
    ],
    [
      'SQL',
      'export const pingNobody = (db: Db) => db.execute(sql`update notification_overrides set ping_role_id = null`);',
    ],
  ])('settings written past the door: %s', (_, text) => {
    const tables = {
      path: 'packages/features/src/overrides/tables.ts',
      text: "const overrides = pgTable('notification_overrides', {",
    };
    const files = [tables, ...plant('packages/features/src/overrides/store/overrides.ts', text)];
    expect(settingsWriteViolations(files)).toEqual([expect.stringContaining('pingNobody writes settings')]);
  });
  it('a new table of servers that is not sorted yet', () => {
    const text = "export const rules = pgTable('faq_rules', { serverId: text('server_id') });";
    expect(unsortedTableViolations(plant('packages/features/src/faq/tables.ts', text))).toHaveLength(1);
  });
  it('a second door', () =>
    expect(secondDoorViolations(plant('packages/features/src/faq/service.ts', 'ctx.db as SettingsTx'))).toHaveLength(
      1,
    ));
  it('the environment read in a service', () =>
    expect(environmentViolations(plant('packages/features/src/faq/service.ts', 'process.env.TOKEN'))).toHaveLength(1));
  it('a default export', () =>
    expect(defaultExportViolations(plant('packages/x/src/y.ts', 'export default 1;'))).toHaveLength(1));

  it.each([
    'setTimeout(work, 10);',
    'const timer = setInterval(work, 10);',
    'setImmediate(work);',
    'globalThis.setTimeout(work, 10);',
    `import { setTimeout as pause } from 'node:timers/promises';`,
    `import { scheduler } from 'timers/promises';`,
    'const start = performance.now();',
    'process.hrtime.bigint();',
    'const now = Date.now();',
    'const now = new Date();',
    'const signal = AbortSignal.timeout(10);',
    'const id = randomUUID();',
    'const id = crypto.randomUUID();',
    'crypto.getRandomValues(bytes);',
    'const chance = Math.random();',
    'queueMicrotask(work);',
  ])('time or chance that no test can choose: %s', (text) => {
    expect(timerViolations(plant('packages/pipeline/src/delivery/x.ts', text))).toHaveLength(1);
    expect(timerViolations(plant('apps/server/src/api/x.ts', text))).toHaveLength(1);
    expect(timerViolations(plant('packages/kernel/src/time/timers.ts', text))).toEqual([]);
  });
  it.each([
    'socket.setTimeout(2_000);',
    'const at = new Date(0);',
    '// By hand, because setTimeout counts to 24 days.',
    'const clock = { setTimeout: (work, ms) => timers.after(ms, work) };',
  ])('which this is not: %s', (text) => expect(timerViolations(plant('packages/infra/src/db/x.ts', text))).toEqual([]));
  it('the wall clock below the apps', () => {
    const text = 'const now = systemClock.now();';
    expect(timerViolations(plant('packages/infra/src/http/x.ts', text))).toHaveLength(1);
    expect(timerViolations(plant('apps/server/src/boot/x.ts', text))).toEqual([]);
  });
  it('a deadline of an outgoing call is no timer', () =>
    expect(timerViolations(plant('packages/infra/src/http/x.ts', 'AbortSignal.timeout(10);'))).toEqual([]));

  it.each([
    'const reader = socket._receiver;',
    `const reader = socket['_receiver'];`,
    `const socket = Reflect.get(shard, 'connection');`,
    `Reflect.set(shard, 'onMessage', receive);`,
    `Object.defineProperty(shard, 'onMessage', { value: receive });`,
  ])('a private member of a library: %s', (text) =>
    expect(foreignViolations(plant('packages/discord/src/gateway/x.ts', text))).toHaveLength(1),
  );
  it.each([
    'const { def } = schema._zod;',
    'const value = Reflect.get(draft, key);',
    '// socket._receiver is private.',
    'const [_first, second] = pair;',
  ])('which this is not: %s', (text) =>
    expect(foreignViolations(plant('packages/discord/src/gateway/x.ts', text))).toEqual([]),
  );

  it.each([
    'const waiting = new Map<() => void, Wish>();',
    'const line = new Map<string, Waiting[]>();',
    'const running = new Set<Promise<void>>();',
    'let later: (() => void) | undefined;',
    'let last: Promise<void> = Promise.resolve();',
    'let last: Promise<unknown> = Promise.resolve();',
    'const queue: Waiting[] = [];',
    'const queue: (() => void)[] = [];',
    'const queue: Promise<unknown>[] = [];',
    'const stopping = new AbortController();',
    'export const ready = Promise.withResolvers<void>();',
  ])('somebody who waits in a module: %s', (text) =>
    expect(moduleWaitViolations(plant('packages/pipeline/src/delivery/x.ts', text))).toHaveLength(1),
  );
  it.each([
    'const lanes = new WeakMap<Db, Map<string, Waiting[]>>();',
    '  const waiting = new Map<() => void, Wish>();',
    'const pauseAll = (): Promise<void> => pause();',
    'const appliers: ReadonlyMap<string, Applier> = new Map<string, Applier>([]);',
  ])('which this does not: %s', (text) =>
    expect(moduleWaitViolations(plant('packages/pipeline/src/delivery/x.ts', text))).toEqual([]),
  );
});
