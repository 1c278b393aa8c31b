import { type OverrideBody, ServerId } from '@tally/contract';
import { AppError } from '@tally/kernel';
import { workedMs } from '@tally/tests/effort';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { servers } from '../../servers/index.ts';
import { serverAppeared } from '../../servers/service/presence.ts';
import { updateServer } from '../../settings/service/settings.ts';
import { overrides } from '../index.ts';
import { changeOverride } from './change.ts';
import { tryOverrides } from './try.ts';

const ann = '111111111111111111';
const home = ServerId.parse('900000000000000001');
const discord = { servers: { get: async () => ({ id: home, roles: [] }), channels: async () => [] } };

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [servers, overrides], env: { PLANS: 'unlimited' }, discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  const seen = { name: 'Home', icon: null, banner: null, ownerId: ann, memberCount: 1 } as const;
  await serverAppeared(world.ctx(), { id: home, ...seen } as never);
});

const asAnn = () => world.ctx({ caller: person(ann) });
const body = (priority: number, query: string[]): OverrideBody => ({
  priorityOnConflict: priority,
  applyTo: [],
  query,
  queryIn: [],
  actions: [],
});
const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? [error.code, ...error.fields] : String(error)),
  );

describe('overrides of a server', () => {
  it('limits the sum of patterns, including existing ones', async () => {
    const patterns = (name: string) => Array.from({ length: 4 }, (_, place) => `/(.?.?.?){110}${name}${place}/`);
    await changeOverride(asAnn(), home, { body: body(1, patterns('a')) });
    const second = changeOverride(asAnn(), home, { body: body(2, ['slots', ...patterns('b')]) });
    expect(await refusal(second)).toEqual(['invalidFields', expect.stringMatching(/^query\.2: /)]);
    await changeOverride(asAnn(), home, { body: body(1, patterns('b')) });
    const both = [body(1, patterns('b')), body(2, patterns('c'))];
    expect(await refusal(updateServer(asAnn(), home, { notificationOverrides: both }))).toEqual([
      'invalidFields',
      expect.stringMatching(/^notificationOverrides\.1\.query\.1: /),
    ]);
  });
});

describe('trying overrides', () => {
  it('refuses too many patterns in one sentence, without delaying others', async () => {
    const patterns = (at: number) => Array.from({ length: 50 }, (_, place) => `/(.?.?.?){110}q${at * 50 + place}/`);
    const many = Array.from({ length: 200 }, (_, at) => body(at, patterns(at)));
    const before = workedMs();
    expect(await refusal(tryOverrides(asAnn(), home, many))).toEqual([
      'invalidFields',
      expect.stringMatching(/^overrides\.0\.query\.5: .*exceeds the limit for all patterns/),
    ]);
    expect(workedMs() - before).toBeLessThan(2000);
  });
});
