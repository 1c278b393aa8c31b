import { createHmac } from 'node:crypto';
import type { UserId } from '@tally/contract';
import { defineFeature, hours, minutes, UpstreamError } from '@tally/kernel';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account } from '../account/index.ts';
import { hasVoted, votes } from './index.ts';
import { handlePush } from './service/handle-push.ts';
import { remindVoter } from './service/remind.ts';
import { getState, setReminder } from './service/state.ts';

const ann = '111111111111111111' as UserId;
const bob = '222222222222222222' as UserId;
const secret = 'whs_tally_simulated_world';
const password = 'sim-topgg-password';
let sent: { channelId: string; content: string; nonce: string }[];
let refuses: boolean;
const discord = {
  messages: {
    async openDm(userId: string) {
      if (refuses) throw new UpstreamError({ world: 'discord', kind: 'denied', message: 'no', upstreamCode: 50007 });
      return { id: `dm-${userId}` };
    },
    create: async ({ channelId, payload, nonce }: { channelId: string; payload: { content: string }; nonce: string }) =>
      void sent.push({ channelId, content: payload.content, nonce }),
  },
};

let world: TestWorld;
beforeAll(async () => {
  const features = [account, votes, defineFeature({ name: 'status' })];
  world = await testWorld({ features, discord: discord as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  sent = [];
  refuses = false;
});

const ctx = () => world.ctx({ caller: person(ann) });
const post = async (body: unknown, headers: Record<string, string>) =>
  (await handlePush(ctx(), { method: 'POST', headers, query: {}, rawBody: Buffer.from(JSON.stringify(body)) })).status;

async function tellSigned(about: { id?: string; user?: string; at?: Date; type?: string; kind?: string } = {}) {
  const { id = 'vote-1', user = ann, at = world.clock.now(), type = 'vote.create', kind = 'bot' } = about;
  const body = {
    type,
    data: { id, weight: 2, created_at: at.toISOString(), project: { type: kind }, user: { platform_id: user } },
  };
  const time = Math.floor(world.clock.now().getTime() / 1_000);
  const hex = createHmac('sha256', secret)
    .update(`${time}.${JSON.stringify(body)}`)
    .digest('hex');
  return await post(body, { 'x-topgg-signature': `t=${time},v1=${hex}` });
}
const tellUnsigned = async (more: object = {}, authorization = password) =>
  await post({ bot: '900000000000000001', user: ann, type: 'upvote', isWeekend: false, ...more }, { authorization });
const total = async () => (await getState(ctx(), ann)).total;

describe('a vote', () => {
  it('counts for twelve hours from when it was given', async () => {
    expect(await hasVoted(ctx(), ann)).toBe(false);
    const at = new Date(world.clock.now().getTime() - minutes(10));
    expect(await tellSigned({ at })).toBe(200);
    expect(await hasVoted(ctx(), ann)).toBe(true);
    expect(await hasVoted(ctx(), bob)).toBe(false);
    world.clock.move(hours(12) - minutes(10) - 1);
    expect(await hasVoted(ctx(), ann)).toBe(true);
    world.clock.move(1);
    expect(await hasVoted(ctx(), ann)).toBe(false);
    expect(await getState(ctx(), ann)).toMatchObject({ total: 1, validUntil: null, isOn: true });
  });

  it('is one vote for any number and kind of pushes', async () => {
    await Promise.all([tellSigned(), tellSigned(), tellSigned(), tellUnsigned(), tellUnsigned()]);
    world.clock.move(minutes(17));
    expect(await tellUnsigned()).toBe(200);
    expect(await total()).toBe(1);
    world.clock.move(hours(12));
    expect([await tellUnsigned(), await tellSigned({ id: 'vote-2' })]).toEqual([200, 200]);
    expect(await total()).toBe(2);
  });

  it('does not count if it is a test, for our server, or malformed', async () => {
    expect(await tellSigned({ type: 'webhook.test' })).toBe(200);
    expect(await tellSigned({ kind: 'server' })).toBe(200);
    expect(await tellSigned({ user: 'ann' })).toBe(400);
    expect(await tellSigned({ id: 'a b' })).toBe(400);
    expect(await tellUnsigned({ type: 'test' })).toBe(200);
    expect(await tellUnsigned({ bot: undefined, guild: '1' })).toBe(200);
    expect(await tellUnsigned({ user: '\0' })).toBe(400);
    expect(await total()).toBe(0);
  });

  it('needs the password in the older kind, which never replaces a given signature', async () => {
    const wrong = ['', ' ', password.slice(1), `${password} `, password.toUpperCase(), `Bearer ${password}`, secret];
    for (const each of wrong) expect([each, await tellUnsigned({}, each)]).toEqual([each, 401]);
    const body = { bot: '900000000000000001', user: ann, type: 'upvote' };
    expect(await post(body, {})).toBe(401);
    expect(await post(body, { authorization: password, 'x-topgg-signature': 't=1,v1=0' })).toBe(401);
    expect(await total()).toBe(0);
  });
});

describe('a reminder', () => {
  it('is sent only on request', async () => {
    await tellSigned();
    expect(world.queued.map(({ name }) => name)).not.toContain('votes/remind');
    world.clock.move(hours(13));
    await remindVoter(ctx(), ann);
    expect(sent).toEqual([]);
  });

  it('is sent once when the vote expires, with its round’s nonce, and ends with the request', async () => {
    await setReminder(ctx(), ann, true);
    await tellSigned();
    expect(world.queued).toContainEqual({ name: 'votes/remind', data: { userId: ann } });
    await remindVoter(ctx(), ann);
    expect(sent).toEqual([]);
    world.clock.move(hours(12));
    await remindVoter(ctx(), ann);
    await remindVoter(ctx(), ann);
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(({ nonce }) => nonce)).size).toBe(1);
    expect(sent[0]?.nonce.length).toBeLessThanOrEqual(25);
    expect(sent[0]?.content).toContain('/vote');
    await setReminder(ctx(), ann, false);
    await remindVoter(ctx(), ann);
    expect(sent).toHaveLength(2);
  });

  it('stays in the bell for people without direct messages', async () => {
    refuses = true;
    await world.db.execute(
      `insert into users (id, username, discriminator, created_at, last_login_at) values ('${ann}', 'ann', '0', now(), now())`,
    );
    await setReminder(ctx(), ann, true);
    await tellSigned();
    world.clock.move(hours(12));
    await remindVoter(ctx(), ann);
    const { rows } = await world.db.execute<{ title: string }>(`select title from bell_items`);
    expect(rows).toEqual([{ title: 'You can vote again' }]);
  });
});

it('is deleted with the person, and part of their export', async () => {
  await setReminder(ctx(), ann, true);
  await tellSigned();
  expect(await votes.exportUser?.(ctx(), ann)).toMatchObject({ votes: [{ weight: 2 }], voteReminder: true });
  await votes.forgetUser?.(ctx(), ann);
  expect(await votes.exportUser?.(ctx(), ann)).toEqual({});
});
