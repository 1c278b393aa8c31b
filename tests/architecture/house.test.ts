import { describe, expect, it } from 'vitest';
import {
  defaultExportViolations,
  drizzleViolations,
  environmentViolations,
  nameViolations,
  sealedViolations,
  sizeViolations,
  sqlViolations,
  tableViolations,
} from './rules/code.ts';
import { circles, featureFolderViolations, friends, friendViolations, registryViolations } from './rules/features.ts';
import { floorViolations } from './rules/floors.ts';
import { readSources, type SourceFile } from './rules/source.ts';

const code = readSources(/\.(ts|tsx|mts|mjs)$/);
const own = code.filter((file) => /^(apps|packages)\//.test(file.path));
const features = own.filter((file) => file.path.startsWith('packages/features/src/'));
const featurePaths = readSources(/^packages\/features\/src\//).map((file) => file.path);
const registry = own.find((file) => file.path === 'packages/features/src/registry.ts');

describe('the house as it stands', () => {
  it('imports only go down', () => expect(floorViolations(own)).toEqual([]));
  it('feature folders hold only agreed parts', () => expect(featureFolderViolations(featurePaths)).toEqual([]));
  it('every feature is registered', () => expect(registryViolations(featurePaths, registry as SourceFile)).toEqual([]));
  it('features use each other only where listed', () => expect(friendViolations(features)).toEqual([]));
  it('features do not use each other in a circle', () => expect(circles(friends)).toEqual([]));
  it('no file is longer than 400 lines', () => expect(sizeViolations(code)).toEqual([]));
  it('files are named after what they do', () => expect(nameViolations(code)).toEqual([]));
  it('SQL stays in stores', () => expect(sqlViolations(own)).toEqual([]));
  it('the library of SQL is imported at one door', () => expect(drizzleViolations(own)).toEqual([]));
  it('a table has one owner', () => expect(tableViolations(own)).toEqual([]));
  it('sealed columns are named', () => expect(sealedViolations(own)).toEqual([]));
  it('the environment is read in one place', () => expect(environmentViolations(own)).toEqual([]));
  it('exports have names', () => expect(defaultExportViolations(code)).toEqual([]));
});

/** Each rule must notice the mistake it is there for. */
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
      friendViolations(plant('packages/features/src/faq/service.ts', `import { x } from '../account/index.ts';`)),
    ).toHaveLength(1));
  it('a circle', () => expect(circles({ a: ['b'], b: ['a'] })).not.toEqual([]));
  it('a long file', () => expect(sizeViolations(plant('packages/x/src/y.ts', '\n'.repeat(401)))).toHaveLength(1));
  it('a file called utils', () => expect(nameViolations(plant('packages/x/src/utils.ts', ''))).toHaveLength(1));
  it('a file in camel case', () => expect(nameViolations(plant('packages/x/src/doThing.ts', ''))).toHaveLength(1));
  it('SQL in a service', () =>
    expect(
      sqlViolations(plant('packages/features/src/faq/service.ts', `import { eq } from '@tally/infra/sql';`)),
    ).toHaveLength(1));
  it('a store beside the door', () =>
    expect(
      drizzleViolations(plant('packages/features/src/faq/store.ts', `import { eq } from 'drizzle-orm';`)),
    ).toHaveLength(1));
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
  it('the environment read in a service', () =>
    expect(environmentViolations(plant('packages/features/src/faq/service.ts', 'process.env.TOKEN'))).toHaveLength(1));
  it('a default export', () =>
    expect(defaultExportViolations(plant('packages/x/src/y.ts', 'export default 1;'))).toHaveLength(1));
});
