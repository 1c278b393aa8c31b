import type { Component } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { days, minutes } from '@tally/kernel';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { status } from './index.ts';
import { announceInChannel } from './service/announce.ts';
import { addIncident, removeIncident, tellIncident, updateIncident } from './service/edit.ts';
import { findOpenIncident, readHistory, readIncident, readIncidents } from './service/history.ts';
import { sample } from './service/sample.ts';
import { SAMPLE_EVERY_MS } from './service/times.ts';

const channel = '333333333333333333';
let sent: { channelId: string; payload: { embeds?: { title?: string; description?: string }[] }; nonce: string }[];
const discord = { messages: { create: async (message: (typeof sent)[number]) => void sent.push(message) } };

let world: TestWorld;
let nowMs: number;
beforeAll(async () => {
  world = await testWorld({ features: [status], discord: discord as never, env: { STATUS_CHANNEL_ID: channel } });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  sent = [];
  nowMs = 1_000_000_000;
});

/** Several calls share a briefly cached answer, so each test starts with a new context. */
const ctx = () => {
  const made = world.ctx();
  return { ...made, timers: { ...made.timers, nowMs: () => nowMs } };
};
const wait = (ms: number) => {
  world.clock.move(ms);
  nowMs += ms;
};
async function see(seen: Partial<Record<Component, boolean>>, times = 1): Promise<void> {
  for (let each = 0; each < times; each += 1) {
    wait(SAMPLE_EVERY_MS);
    await sample(ctx(), async () => new Map(Object.entries(seen) as [Component, boolean][]));
  }
}
async function history() {
  await world.ctx().cache.forgetPrefix('');
  return await readHistory(ctx());
}
const stateOf = async (component: Component) =>
  (await history()).components.find((each) => each.component === component)?.state;
const incidents = async () => (await history()).incidents;
const refusal = async (promise: Promise<unknown>) =>
  await promise.then(
    () => 'nothing was refused',
    (error: { code?: string }) => error.code,
  );

it('one bad sample is no outage; three open an incident, five good ones close it', async () => {
  await see({ kick: true, api: true }, 10);
  await see({ kick: false, api: true }, 2);
  expect([await stateOf('kick'), await incidents()]).toEqual(['operational', []]);
  await see({ kick: true, api: true });
  await see({ kick: false, api: true }, 3);
  expect(await stateOf('kick')).toBe('major');
  expect(await incidents()).toMatchObject([
    {
      title: null,
      cause: 'trouble',
      components: ['kick'],
      state: 'found',
      endsAt: null,
      updates: [{ state: 'found' }],
    },
  ]);
  expect(await findOpenIncident(ctx())).toMatchObject({ cause: 'trouble', components: ['kick'] });
  await see({ kick: true, api: true }, 4);
  expect(await stateOf('kick')).toBe('major');
  await see({ kick: true, api: true });
  expect(await stateOf('kick')).toBe('operational');
  const [over] = await incidents();
  expect(over).toMatchObject({ state: 'over', updates: [{ state: 'over' }, { state: 'found' }] });
  // The incident counts from the first of the three samples.
  expect((over?.endsAt?.getTime() ?? 0) - (over?.startsAt.getTime() ?? 0)).toBe(7 * SAMPLE_EVERY_MS);
  expect(await stateOf('api')).toBe('operational');
});

it('days count samples, and a component that never worked is left out', async () => {
  await see({ kick: true, rumble: false }, 3);
  await see({ kick: false, rumble: false }, 1);
  const { components } = await history();
  expect(components).toEqual([
    {
      component: 'kick',
      state: 'operational',
      since: '2026-01-15',
      share: 0.75,
      days: [{ day: '2026-01-15', good: 3, bad: 1, state: 'major' }],
    },
  ]);
  wait(minutes(6));
  expect(await stateOf('kick')).toBe('unknown');
});

it('five minutes of downtime are a gap that is reported later, and it covers only our own components', async () => {
  await see({ api: true, pages: true, kick: true }, 2);
  wait(minutes(5));
  await see({ api: true, pages: true, kick: true });
  expect(await incidents()).toMatchObject([
    { cause: 'gap', components: ['api', 'pages'], state: 'over', updates: [{ state: 'over' }] },
  ]);
  const [gap] = await incidents();
  expect((gap?.endsAt?.getTime() ?? 0) - (gap?.startsAt.getTime() ?? 0)).toBe(minutes(5.5));
  const { components } = await history();
  expect(components.map(({ component, days: [day] }) => [component, day?.bad])).toEqual([
    ['api', 11],
    ['pages', 11],
    ['kick', 0],
  ]);
});

it('a restart is no gap, and neither is a changed clock', async () => {
  await see({ api: true });
  wait(minutes(2));
  await see({ api: true });
  world.clock.move(days(2));
  await see({ api: true });
  expect(await incidents()).toEqual([]);
});

it('a gap over midnight counts for both days', async () => {
  world.clock.set(new Date('2026-02-01T23:58:00Z'));
  await see({ api: true });
  wait(minutes(6) - SAMPLE_EVERY_MS);
  await see({ api: true });
  const [api] = (await history()).components;
  expect(api?.days).toEqual([
    { day: '2026-02-01', good: 1, bad: 3, state: 'major' },
    { day: '2026-02-02', good: 1, bad: 9, state: 'major' },
  ]);
  world.clock.set(new Date('2026-01-15T12:00:00Z'));
});

it('an incident by staff is not opened twice; a planned maintenance counts against no component', async () => {
  await see({ twitch: true, kick: true });
  const now = world.clock.now();
  await addIncident(ctx(), {
    title: 'Twitch is slow',
    isMaintenance: false,
    impact: 'degraded',
    components: ['twitch'],
    startsAt: now,
    endsAt: null,
    text: 'We look at it.',
  });
  await addIncident(ctx(), {
    title: 'New machine',
    isMaintenance: true,
    impact: 'degraded',
    components: ['kick'],
    startsAt: now,
    endsAt: new Date(now.getTime() + minutes(30)),
    text: 'For half an hour.',
  });
  await see({ twitch: false, kick: false }, 4);
  const list = await incidents();
  expect(list.map(({ title, state }) => [title, state])).toEqual([
    ['New machine', 'underway'],
    ['Twitch is slow', 'found'],
  ]);
  const { components } = await history();
  expect(components.map(({ component, days: [day] }) => [component, day?.bad])).toEqual([
    ['kick', 0],
    ['twitch', 4],
  ]);
  // The program does not close incidents that staff opened.
  await see({ twitch: true, kick: true }, 6);
  expect((await incidents()).map(({ state }) => state)).toEqual(['underway', 'found']);
});

it('an incident is updated step by step, corrected, and read by its address', async () => {
  const startsAt = world.clock.now();
  const { incidentId } = await addIncident(ctx(), {
    title: 'No messages',
    isMaintenance: false,
    impact: 'degraded',
    components: ['sending'],
    startsAt,
    endsAt: null,
    text: 'We look at it.',
  });
  await tellIncident(ctx(), incidentId, { state: 'known', text: 'A full disk.' });
  wait(minutes(3));
  await tellIncident(ctx(), incidentId, { state: 'over', text: 'It is emptied.' });
  const before = await readIncident(ctx(), incidentId);
  expect(before).toMatchObject({
    state: 'over',
    endsAt: world.clock.now(),
    updates: [{ text: 'It is emptied.' }, { text: 'A full disk.' }, { text: 'We look at it.' }],
  });
  await updateIncident(ctx(), incidentId, { patch: { postMortem: 'Logs are turned now.' }, version: before.version });
  const late = updateIncident(ctx(), incidentId, { patch: { title: 'Other' }, version: before.version });
  expect(await refusal(late)).toBe('changedMeanwhile');
  expect(await readIncident(ctx(), incidentId)).toMatchObject({
    title: 'No messages',
    postMortem: 'Logs are turned now.',
  });
  await tellIncident(ctx(), incidentId, { state: 'found', text: 'Again.' });
  expect(await readIncident(ctx(), incidentId)).toMatchObject({ state: 'found', endsAt: null });
  await removeIncident(ctx(), incidentId);
  expect(await refusal(readIncident(ctx(), incidentId))).toBe('notFound');
  expect(await refusal(readIncident(ctx(), 'raw'))).toBe('notFound');
});

it('does not end before it begins; a maintenance ends, and an incident has begun', async () => {
  const now = world.clock.now();
  const earlier = new Date(now.getTime() - minutes(1));
  const later = new Date(now.getTime() + minutes(1));
  const add = (about: object) =>
    addIncident(ctx(), {
      title: 'x',
      isMaintenance: false,
      impact: 'degraded',
      components: ['api'],
      startsAt: now,
      endsAt: null,
      text: 'x',
      ...about,
    });
  expect(await refusal(add({ endsAt: earlier }))).toBe('invalidFields');
  expect(await refusal(add({ isMaintenance: true }))).toBe('invalidFields');
  expect(await refusal(add({ startsAt: later }))).toBe('invalidFields');
  const { incidentId } = await add({});
  const late = updateIncident(ctx(), incidentId, { patch: { endsAt: earlier }, version: undefined });
  expect(await refusal(late)).toBe('invalidFields');
});

it('a maintenance is planned, underway and over by its hours, and ends early on request of staff', async () => {
  const now = world.clock.now().getTime();
  const { incidentId } = await addIncident(ctx(), {
    title: 'New machine',
    isMaintenance: true,
    impact: 'degraded',
    components: ['api'],
    startsAt: new Date(now + minutes(10)),
    endsAt: new Date(now + minutes(40)),
    text: 'Short.',
  });
  const state = async () => (await readIncident(ctx(), incidentId)).state;
  const bar = async () => {
    await world.ctx().cache.forgetPrefix('');
    return (await findOpenIncident(ctx()))?.incidentId ?? null;
  };
  expect([await state(), await bar()]).toEqual(['planned', null]);
  wait(minutes(10));
  expect([await state(), await bar()]).toEqual(['underway', incidentId]);
  await tellIncident(ctx(), incidentId, { state: 'over', text: 'Done already.' });
  wait(1);
  expect([await state(), await bar()]).toEqual(['over', null]);
});

it('pages follow each other, newest first', async () => {
  const startsAt = world.clock.now();
  for (const title of ['a', 'b', 'c'])
    await addIncident(ctx(), {
      title,
      isMaintenance: false,
      impact: 'degraded',
      components: ['api'],
      startsAt,
      endsAt: startsAt,
      text: 'x',
    });
  const first = await readIncidents(ctx(), { limit: 2 });
  const second = await readIncidents(ctx(), { limit: 2, cursor: first[1]?.incidentId });
  expect([...first, ...second].map(({ title }) => title)).toEqual(['c', 'b', 'a']);
});

it('the operator’s channel gets each update, without a ping', async () => {
  await see({ kick: true }, 2);
  await see({ kick: false }, 3);
  const told = async () => {
    for (const { name, data } of world.queued.splice(0))
      if (name === 'status/tell-channel') await announceInChannel(ctx(), (data as { updateId: string }).updateId);
  };
  await told();
  await see({ kick: true }, 5);
  await told();
  expect(
    sent.map(({ channelId, payload }) => [channelId, payload.embeds?.[0]?.title, payload.embeds?.[0]?.description]),
  ).toEqual([
    [channel, 'Kick: no answer', '**Investigating · Kick: major outage**'],
    [channel, 'Kick: no answer', '**Resolved**'],
  ]);
  expect(sent[0]?.payload).toMatchObject({ allowed_mentions: { parse: [] } });
});

it('tidying keeps ninety days', async () => {
  await see({ api: true });
  await world.db.execute(sql`insert into health_days values ('api', '2025-01-01', 1, 0)`);
  const job = status.jobs.find(({ name }) => name === 'status/tidy');
  await job?.run(ctx(), {}, { jobId: '1', attempt: 1, signal: new AbortController().signal });
  expect((await world.db.execute(sql`select day::text from health_days`)).rows).toEqual([{ day: '2026-01-15' }]);
});
