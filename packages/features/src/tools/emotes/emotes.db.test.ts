import { ServerId, UserId } from '@tally/contract';
import { AppError, defineFeature, minutes, UpstreamError } from '@tally/kernel';
import { person, putServer, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unlimited } from '../../servers/service/plan.ts';
import { emotes } from './index.ts';
import { runImport } from './service/run.ts';
import { startImport } from './service/start.ts';
import { insertImport, listItems } from './store/imports.ts';

const ann = UserId.parse('111111111111111111');
const home = ServerId.parse('900000000000000001');

let world: TestWorld;
let plan = unlimited;
/** The error that Discord returns for every call, if any. */
let trouble: UpstreamError | null = null;
const refuse = async () => {
  throw trouble ?? new Error('Nobody was to ask Discord');
};
const discord = { servers: { get: refuse, emojis: refuse, deleteEmoji: refuse } } as never;

beforeAll(async () => {
  world = await testWorld({
    features: [emotes, defineFeature({ name: 'premium', serverPlans: async () => new Map([[home, plan]]) })],
    discord,
  });
});
beforeEach(async () => {
  await world.reset();
  await putServer(world, home);
  plan = unlimited;
  trouble = null;
});
afterAll(async () => {
  await world.close();
});

const ctx = () => world.ctx({ caller: person(ann) });
const emote = { name: 'hi', url: 'https://files.kick.com/emotes/1/fullsize' };
const put = async (state: 'running' | 'undoing' = 'running') =>
  await insertImport(
    world.db,
    {
      id: 'one',
      serverId: home,
      platform: 'kick',
      streamer: 'choo',
      requestedBy: ann,
      state,
      createdAt: world.clock.now(),
    },
    [{ name: 'hi', emoteName: 'hi', url: emote.url, animated: false }],
  );
const stored = async () =>
  (await world.db.execute('select state, busy_until, resumes_at, requested_by from emote_imports')).rows;
const callForgotten = async () => {
  const job = emotes.jobs.find(({ name }) => name === 'emotes/call-forgotten');
  await job?.run(ctx(), {}, {} as never);
};

describe('an import', () => {
  it('needs the plan, and without it nothing is begun', async () => {
    plan = { ...unlimited, bitfield: 0n };
    const asked = { serverId: home, platform: 'kick', streamer: 'choo', lockToSubIfSet: false } as const;
    const refusal = await startImport(ctx(), { ...asked, emotes: { normal: [emote], animated: [] } }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({ code: 'premiumRequired' });
    expect([await stored(), world.queued]).toEqual([[], []]);
  });

  it('is processed by one process at a time, and queued again after a crash', async () => {
    await put();
    trouble = new UpstreamError({ world: 'discord', kind: 'down', message: 'away' });
    await world.db.execute(
      `update emote_imports set busy_until = '${new Date(world.clock.now().getTime() + minutes(2)).toISOString()}'`,
    );
    // While another process works on the import, this one makes no call.
    trouble = null;
    const again = await runImport(ctx(), 'one');
    expect(again?.getTime()).toBe(world.clock.now().getTime() + minutes(2));
    await callForgotten();
    expect(world.queued).toEqual([]);
    world.clock.move(minutes(5));
    await callForgotten();
    expect(world.queued).toEqual([{ name: 'emotes/import', data: { importId: 'one' } }]);
    trouble = new UpstreamError({ world: 'discord', kind: 'down', message: 'away' });
    expect((await runImport(ctx(), 'one'))?.getTime()).toBeGreaterThan(world.clock.now().getTime());
    expect(await stored()).toMatchObject([{ state: 'running', busy_until: null }]);
  });

  it('waits for Discord while it is undone, and keeps that state', async () => {
    await put('undoing');
    await world.db.execute("update emote_import_items set state = 'done', emoji_id = '77'");
    trouble = new UpstreamError({ world: 'discord', kind: 'limited', message: 'slow', retryAfterMs: minutes(3) });
    expect((await runImport(ctx(), 'one'))?.getTime()).toBe(world.clock.now().getTime() + minutes(3));
    expect(await stored()).toMatchObject([{ state: 'undoing' }]);
  });

  it('is deleted with its server, and its requester is deleted with their account', async () => {
    await put();
    expect(await emotes.exportUser(ctx(), ann)).toMatchObject({ emoteImports: [{ serverId: home, streamer: 'choo' }] });
    await emotes.forgetUser(ctx(), ann);
    expect(await stored()).toMatchObject([{ requested_by: null }]);
    await emotes.forgetServer(ctx(), home);
    expect([await stored(), await listItems(world.db, ['one'])]).toEqual([[], []]);
  });
});
