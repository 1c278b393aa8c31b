import { contract, type ServerId, type Team } from '@tally/contract';
import { features } from '@tally/features/registry';
import type { Route } from '@tally/kernel';
import { nightCity, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The process of each call dies once after the work, before it sends the answer. */
const { faq, 'feedback-board': board, giveaways, teams } = contract;
const dying = new Set<unknown>();
const dyingOnce = (route: Route): Route => ({
  ...route,
  async handler(ctx, call) {
    const reply: unknown = await route.handler(ctx, call);
    if (dying.delete(route.endpoint)) throw new Error('the process died here');
    return reply;
  },
});

let api: TestApi;
let token: string;
let hall: string;
beforeAll(async () => {
  api = await testApi({
    isWorking: true,
    env: { PLANS: 'unlimited' },
    features: features.map((feature) => ({ ...feature, routes: (feature.routes ?? []).map(dyingOnce) })),
  });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  const made = await api.sim.discord.controls['add-channel']?.({ guild_id: nightCity, name: 'prizes' });
  hall = (made as { id: string }).id;
});
afterAll(() => api.close());

const send = async (method: string, path: string, body: object | undefined, key: string) =>
  await api.request(method, path, { token, body, headers: { 'idempotency-key': key } });
const listed = async (): Promise<readonly { giveawayId: string; name: string }[]> => {
  const { json } = await api.call(giveaways.listGiveaways, { params: { guildId: nightCity }, query: {} }, token);
  return (json.data as { existing: { giveawayId: string; name: string }[] }).existing;
};
const of = async (prize: string) => (await listed()).filter(({ name }) => name === prize);
const ownTeam = async () =>
  ((await api.call(teams.listTeams, {}, token)).json.data as { managedTeam: (Team & { teamId: string }) | null })
    .managedTeam;
const draft = (name: string) => ({ channelId: hall, name, durationMinutes: 60, winnerCount: 1 });
const path = `/data/giveaways/${nightCity satisfies ServerId}`;

describe('a giveaway', () => {
  it('is started once when its button is pressed twice, and both presses get the same answer', async () => {
    const press = async () => await send('POST', path, draft('Headset'), 'headset');
    const both = await Promise.all([press(), press()]);
    expect(both.map(({ json }) => json)).toEqual([both[0]?.json, both[0]?.json]);
    expect(both[0]?.status).toBe(200);
    expect(await of('Headset')).toHaveLength(1);
  });

  it('is started once when the process dies before it answers', async () => {
    dying.add(giveaways.createGiveaway);
    expect((await send('POST', path, draft('Mouse'), 'mouse')).status).toBe(500);
    const again = await send('POST', path, draft('Mouse'), 'mouse');
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
    expect(await of('Mouse')).toHaveLength(1);
  });

  it('is not started again with another prize under the same key', async () => {
    await send('POST', path, draft('Lamp'), 'lamp');
    const other = await send('POST', path, draft('Desk lamp'), 'lamp');
    expect(other.json).toMatchObject({ status: 409, code: 'idempotencyKeyReused' });
    expect(await of('Desk lamp')).toEqual([]);
  });

  it('has one copy and one new message when the process dies', async () => {
    await send('POST', path, draft('Chair'), 'chair');
    const [first] = await of('Chair');
    dying.add(giveaways.duplicateGiveaway).add(giveaways.resendGiveaway);
    for (const word of ['duplicate', 'resend']) {
      const act = async () =>
        await send('POST', `${path}/${first?.giveawayId}/${word}`, undefined, `chair ${word}`.replace(' ', '-'));
      expect((await act()).status).toBe(500);
      expect((await act()).status).toBe(200);
    }
    expect(await of('Chair')).toHaveLength(2);
    const course = await api.call(
      giveaways.getCourse,
      { params: { guildId: nightCity, giveawayId: first?.giveawayId ?? '' } },
      token,
    );
    expect(course.text.match(/"resent"/g)).toHaveLength(1);
  });
});

describe('words to the staff', () => {
  it('arrive once when the process dies: a question, a wish and a comment on it', async () => {
    dying.add(faq.askQuestion).add(board.addWish).add(board.addComment);
    const twice = async (path: string, body: object, key: string) => {
      expect((await send('POST', path, body, key)).status).toBe(500);
      const again = await send('POST', path, body, key);
      expect(again.status).toBe(200);
      return again.json.data;
    };
    await twice('/data/faq/ask', { question: 'Where is the log?' }, 'ask');
    const { wishId } = (await twice('/data/feedback', { kind: 'idea', title: 'A log', text: '' }, 'wish')) as {
      wishId: string;
    };
    await twice(`/data/feedback/${wishId}/comments`, { text: 'Please' }, 'comment');
    const count = async (table: string) => (await api.ctx.db.execute(`select 1 from ${table}`)).rows.length;
    expect([await count('faq_questions'), await count('wishes'), await count('wish_comments')]).toEqual([1, 1, 1]);
  });
});

describe('a team', () => {
  it('is made once, with one invitation, when the process dies', async () => {
    dying.add(teams.createTeam).add(teams.inviteToTeam);
    const make = async () => await send('POST', '/data/teams', { teamName: 'Night shift' }, 'team');
    expect((await make()).status).toBe(500);
    expect((await make()).status).toBe(200);
    const team = await ownTeam();
    const invite = async () =>
      await send('PUT', `/data/teams/${team?.teamId}/invite`, { bitfieldToSet: '1' }, 'invite');
    expect((await invite()).status).toBe(500);
    const code = (await invite()).json.data;
    expect((await ownTeam())?.activeInvites.map((each) => each.code)).toEqual([code]);
  });
});
