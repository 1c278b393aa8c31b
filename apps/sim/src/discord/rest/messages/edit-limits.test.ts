import { expect, it } from 'vitest';
import type { Sim } from '../../../start.ts';
import { type Answer, ask, channel, empower, openSim, server } from '../../test-world.ts';

const say = async (sim: Sim, channelId: string) =>
  (await ask(sim, `POST /channels/${channelId}/messages`, { content: 'hello' })).text('id');
const publish = async (sim: Sim, channelId: string, id: string) =>
  expect((await ask(sim, `POST /channels/${channelId}/messages/${id}/crosspost`)).status).toBe(200);
const edit = (sim: Sim, path: string, token?: null) => ask(sim, `PATCH ${path}`, { content: 'c' }, { token });

/** Returns what a client sees of a refusal: status, headers and body. */
const readRefusal = (answer: Answer) => ({
  status: answer.status,
  retryAfter: answer.headers.get('retry-after'),
  scope: answer.headers.get('x-ratelimit-scope'),
  remaining: answer.headers.get('x-ratelimit-remaining'),
  code: answer.get('code'),
  minutes: Math.round(Number(answer.get('retry_after')) / 60),
});

it('refuses a fourth edit of a published message within an hour; only the body has the wait', async () => {
  const sim = await openSim();
  const { id } = channel(sim, 'announcements');
  const [news, other] = [await say(sim, id), await say(sim, id)];
  await publish(sim, id, news);
  const editNews = () => edit(sim, `/channels/${id}/messages/${news}`);
  for (let index = 0; index < 3; index++) expect((await editNews()).status).toBe(200);
  sim.clock.advance(600_000);
  const refused = await editNews();
  expect(readRefusal(refused)).toEqual({
    status: 429,
    retryAfter: '1',
    scope: 'shared',
    remaining: '4',
    code: 20028,
    minutes: 50,
  });
  expect(refused.get('message')).toContain('write rate limit');
  expect((await edit(sim, `/channels/${id}/messages/${other}`)).status).toBe(200);
  // Discord does not count this refusal toward its ban.
  expect(sim.discord.stats.invalid).toBe(0);
  sim.clock.advance(3_000_001);
  expect((await editNews()).status).toBe(200);
});

it('so is one by the webhook that wrote the message', async () => {
  const sim = await openSim();
  empower(server(sim));
  const { id } = channel(sim, 'announcements');
  const made = await ask(sim, `POST /channels/${id}/webhooks`, { name: 'Live' });
  const hook = `/webhooks/${made.text('id')}/${made.text('token')}`;
  const news = (await ask(sim, `POST ${hook}?wait=true`, { content: 'hello' }, { token: null })).text('id');
  await publish(sim, id, news);
  for (let index = 0; index < 3; index++) {
    expect((await edit(sim, `${hook}/messages/${news}`, null)).status).toBe(200);
  }
  sim.clock.advance(2_001);
  expect(readRefusal(await edit(sim, `${hook}/messages/${news}`, null))).toMatchObject({
    status: 429,
    retryAfter: '1',
    scope: 'shared',
    code: 20022,
    minutes: 60,
  });
});

it('a channel allows three edits of messages older than an hour in six seconds', async () => {
  const sim = await openSim();
  const { id } = channel(sim);
  const [old, older] = [await say(sim, id), await say(sim, id)];
  sim.clock.advance(3_600_001);
  const fresh = await say(sim, id);
  const editIn = (message: string) => edit(sim, `/channels/${id}/messages/${message}`);
  for (const message of [old, older, old]) expect((await editIn(message)).status).toBe(200);
  expect((await editIn(fresh)).status).toBe(200);
  sim.clock.advance(1_000);
  const refused = await editIn(older);
  // The simulator's clock also runs on its own, so only the range is certain.
  expect(readRefusal(refused)).toMatchObject({ status: 429, retryAfter: '1', scope: 'shared', code: 30046 });
  expect(refused.get('retry_after')).toBeGreaterThan(0);
  expect(refused.get('retry_after')).toBeLessThanOrEqual(5);
  sim.clock.advance(5_001);
  expect((await editIn(older)).status).toBe(200);
});

it('a fault restores the limit of 30 such edits an hour', async () => {
  const sim = await openSim();
  const { id } = channel(sim);
  const old = await say(sim, id);
  sim.discord.controls.limits?.({ old_edits_by_hour: true });
  const editOld = async () => {
    sim.clock.advance(1_001);
    return await edit(sim, `/channels/${id}/messages/${old}`);
  };
  sim.clock.advance(3_600_001);
  for (let index = 0; index < 30; index++) expect((await editOld()).status).toBe(200);
  expect(readRefusal(await editOld())).toMatchObject({ status: 429, retryAfter: '1', code: 30046, minutes: 59 });
});
