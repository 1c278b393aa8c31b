import type { UserId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { days, firstIdAt } from '@tally/kernel';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account } from '../account/index.ts';
import { feedbackBoard } from './index.ts';
import { decide, merge, notifyVoters } from './service/decide.ts';
import { findWishes, getWish } from './service/find.ts';
import { addComment, addWish, notifyStaff, removeComment, removeWish, vote } from './service/write.ts';

const [ann, bob, cem] = ['111111111111111111', '211111111111111111', '311111111111111111'] as [UserId, UserId, UserId];
const staff = '411111111111111111' as UserId;
const room = '333333333333333333';
let sent: { payload: { embeds: { author: { name: string }; title: string; description: string }[] } }[];
const discord = { messages: { create: async (message: (typeof sent)[number]) => void sent.push(message) } };

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({
    features: [account, feedbackBoard],
    discord: discord as never,
    env: { STAFF_CHANNEL_ID: room },
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  sent = [];
  for (const [id, name] of [
    [ann, 'ann'],
    [bob, 'bob'],
    [cem, 'cem'],
    [staff, 'staff'],
  ] as const)
    await arrive(id, name);
});

const ctx = (caller: UserId = ann) => world.ctx({ caller: caller === staff ? person(staff, 'Staff') : person(caller) });
const arrive = (id: UserId, name: string, locale: string | null = null) =>
  world.db.execute(
    sql`insert into users (id, username, discriminator, badges, created_at, last_login_at, locale)
        values (${id}, ${name}, '0', 0, now(), now(), ${locale})`,
  );
const refusal = async (promise: Promise<unknown>) =>
  await promise.then(
    () => 'nothing was refused',
    (error: { code?: string }) => error.code,
  );
const wish = async (title: string, by: UserId = ann, text = '') =>
  (await addWish(ctx(by), { kind: 'idea', title, text })).wishId;
const bell = async (who: UserId) =>
  (
    await world.db.execute<{ title: string; message: string }>(
      sql`select title, message from bell_items where user_id = ${who}`,
    )
  ).rows;

describe('the board', () => {
  it('shows the most wanted first, or the newest on request', async () => {
    const [lamp, sofa] = [await wish('A lamp'), await wish('A sofa', bob)];
    await vote(ctx(cem), lamp, true);
    const titles = async (about: Parameters<typeof findWishes>[1]) =>
      (await findWishes(ctx(cem), about)).map(({ title, votes, isWanted }) => [title, votes, isWanted]);
    expect(await titles({})).toEqual([
      ['A lamp', 2, true],
      ['A sofa', 1, false],
    ]);
    expect((await titles({ sort: 'newest' })).map(([title]) => title)).toEqual(['A sofa', 'A lamp']);
    expect((await titles({ cursor: lamp })).map(([title]) => title)).toEqual(['A sofa']);
    expect(await titles({ kind: 'fault' })).toEqual([]);
    expect(await refusal(findWishes(ctx(), { cursor: '99' }))).toBe('badCursor');
    expect(await getWish(ctx(bob), sofa)).toMatchObject({ author: 'bob', isOwn: true, said: [] });
  });

  it('finds similar words, even with a typo', async () => {
    await wish('Messages in a thread of their own');
    await wish('A darker theme');
    expect((await findWishes(ctx(), { search: 'mesages thraed' })).map(({ title }) => title)).toEqual([
      'Messages in a thread of their own',
    ]);
  });

  it('counts a person once, however often and fast they press', async () => {
    const lamp = await wish('A lamp');
    const given = await Promise.all(Array.from({ length: 50 }, () => vote(ctx(bob), lamp, true)));
    expect(Math.max(...given.map(({ votes }) => votes))).toBe(2);
    expect(await vote(ctx(bob), lamp, false)).toEqual({ votes: 1 });
    expect(await vote(ctx(bob), lamp, false)).toEqual({ votes: 1 });
  });

  it('accepts five posts a day, also concurrently, and only with words', async () => {
    const tries = await Promise.all(Array.from({ length: 8 }, (_, at) => refusal(wish(`A lamp ${at}`))));
    expect(tries.filter((each) => each === 'tooManyWishes')).toHaveLength(3);
    // Deleted posts still count toward the limit.
    for (const { wishId } of await findWishes(ctx(), {})) await removeWish(ctx(), wishId, 'own');
    expect(await refusal(wish('A lamp more'))).toBe('tooManyWishes');
    world.clock.move(days(1) + 1);
    expect(await refusal(wish('💡💡💡'))).toBe('wishSaysNothing');
    expect(await refusal(wish('One more'))).toBe('nothing was refused');
  });

  it('refuses accounts younger than a week, and says when they may take part', async () => {
    const young = firstIdAt(world.clock.now().getTime() - days(6)) as UserId;
    await arrive(young, 'young');
    const lamp = await wish('A lamp');
    for (const tried of [vote(ctx(young), lamp, true), addComment(ctx(young), lamp, 'yes'), wish('Mine', young)]) {
      expect(await refusal(tried)).toBe('accountTooYoung');
    }
    world.clock.move(days(2));
    expect(await vote(ctx(young), lamp, true)).toEqual({ votes: 2 });
  });

  it('keeps posts that others want, and lets the author and staff delete the rest', async () => {
    const [lamp, sofa, table] = [await wish('A lamp'), await wish('A sofa'), await wish('A table')];
    await vote(ctx(bob), lamp, true);
    await addComment(ctx(bob), sofa, 'with cushions');
    expect(await refusal(removeWish(ctx(ann), lamp, 'own'))).toBe('wishIsWanted');
    expect(await refusal(removeWish(ctx(ann), sofa, 'own'))).toBe('wishIsWanted');
    expect(await refusal(removeWish(ctx(bob), table, 'own'))).toBe('notAllowed');
    await removeWish(ctx(ann), table, 'own');
    await removeWish(ctx(staff), lamp, 'any');
    expect((await findWishes(ctx(), {})).map(({ title }) => title)).toEqual(['A sofa']);
    const [comment] = (await getWish(ctx(), sofa)).said;
    expect(await refusal(removeComment(ctx(ann), { wishId: sofa, commentId: comment?.commentId ?? '' }, 'own'))).toBe(
      'notAllowed',
    );
    await removeComment(ctx(bob), { wishId: sofa, commentId: comment?.commentId ?? '' }, 'own');
    expect((await getWish(ctx(), sofa)).comments).toBe(0);
  });

  it('informs the staff about new posts, without pings', async () => {
    await notifyStaff(ctx(), await wish('A **lamp**', ann, '@everyone'));
    expect(sent).toMatchObject([
      {
        payload: {
          embeds: [{ author: { name: 'New on the board, from ann' }, title: 'A \\*\\*lamp\\*\\*' }],
          allowed_mentions: { parse: [] },
        },
      },
    ]);
  });
});

describe('merging', () => {
  it('moves votes and comments, counts people once, and redirects the old address', async () => {
    const [lamp, light] = [await wish('A lamp', ann), await wish('Some light', bob)];
    for (const who of [bob, cem]) await vote(ctx(who), lamp, true);
    await addComment(ctx(cem), light, 'for the kitchen');
    await merge(ctx(staff), light, lamp);
    expect(await getWish(ctx(bob), light)).toMatchObject({ wishId: lamp, votes: 3, comments: 1, isWanted: true });
    expect((await findWishes(ctx(), { search: 'light lamp' })).map(({ title }) => title)).toEqual(['A lamp']);
    // A page that was opened before the merge still sends the old id.
    expect(await vote(ctx(cem), light, false)).toEqual({ votes: 2 });
  });

  it('refuses circles and itself, even for two concurrent opposite merges', async () => {
    const [lamp, light, lantern] = [await wish('A lamp'), await wish('A light'), await wish('A lantern')];
    expect(await refusal(merge(ctx(staff), lamp, lamp))).toBe('cannotMerge');
    const crosswise = await Promise.all([
      refusal(merge(ctx(staff), lamp, light)),
      refusal(merge(ctx(staff), light, lamp)),
    ]);
    expect(crosswise.toSorted()).toEqual(['cannotMerge', 'nothing was refused']);
    const kept = (await findWishes(ctx(), {})).find(({ title }) => title !== 'A lantern')?.wishId ?? '';
    // Merging a post also moves the posts that were merged into it before.
    await merge(ctx(staff), kept, lantern);
    for (const id of [lamp, light]) expect((await getWish(ctx(), id)).wishId).toBe(lantern);
    expect(await refusal(merge(ctx(staff), lamp, '99'))).toBe('wishNotFound');
  });
});

it('concurrent votes, merges and account deletions all finish, with the right counts', async () => {
  const ids = await Promise.all(['A lamp', 'A light', 'A lantern'].map((title) => wish(title, bob)));
  const [lamp = '', light = '', lantern = ''] = ids;
  await merge(ctx(staff), lamp, light);
  await Promise.allSettled([
    merge(ctx(staff), light, lantern),
    merge(ctx(staff), lantern, lamp),
    ...ids.flatMap((id) => [vote(ctx(ann), id, true), vote(ctx(cem), id, true), addComment(ctx(ann), id, 'yes')]),
    feedbackBoard.forgetUser(ctx(), cem),
  ]);
  for (const row of await findWishes(ctx(), {})) {
    const { rows } = await world.db.execute<{ votes: number; comments: number }>(sql`
      select (select count(*)::int from wish_votes where wish_id = ${row.wishId}::bigint) as votes,
             (select count(*)::int from wish_comments where wish_id = ${row.wishId}::bigint) as comments`);
    expect(rows).toEqual([{ votes: row.votes, comments: row.comments }]);
  }
});

describe('a decision', () => {
  it('is sent once to every voter, in their own language; declining needs a reason', async () => {
    const dee = '511111111111111111' as UserId;
    await arrive(dee, 'dee', 'ar-SA');
    const lamp = await wish('A lamp');
    await vote(ctx(dee), lamp, true);
    expect(await refusal(decide(ctx(staff), lamp, { state: 'declined', why: '  ' }))).toBe('wishNeedsReason');
    await decide(ctx(staff), lamp, { state: 'planned', why: 'Soon' });
    const planned = world.clock.now().toISOString();
    // If a worker dies after notifying some voters, the job starts again with the first one.
    await notifyVoters(ctx(staff), { wishId: lamp, decidedAt: planned, after: '' });
    await notifyVoters(ctx(staff), { wishId: lamp, decidedAt: planned, after: '' });
    expect([await bell(ann), await bell(dee), await bell(bob)]).toEqual([
      [{ title: 'Planned: A lamp', message: 'Soon' }],
      [{ title: 'مخطط له: A lamp', message: 'Soon' }],
      [],
    ]);
    expect(await getWish(ctx(), lamp)).toMatchObject({ state: 'planned', why: 'Soon' });
    expect((await findWishes(ctx(), { state: 'planned' })).map(({ title }) => title)).toEqual(['A lamp']);
    // The decision changes before all voters are notified, so the old job stops. It stays stopped even if the decision
    // changes back.
    world.clock.move(1_000);
    await decide(ctx(staff), lamp, { state: 'done', why: null });
    await decide(ctx(staff), lamp, { state: 'planned', why: null });
    await notifyVoters(ctx(staff), { wishId: lamp, decidedAt: planned, after: '' });
    expect(await bell(ann)).toHaveLength(1);
  });

  it('continues after those already notified', async () => {
    const lamp = await wish('A lamp');
    for (const who of [bob, cem]) await vote(ctx(who), lamp, true);
    await decide(ctx(staff), lamp, { state: 'done', why: null });
    await notifyVoters(ctx(staff), { wishId: lamp, decidedAt: world.clock.now().toISOString(), after: ann });
    expect([(await bell(ann)).length, (await bell(bob)).length, (await bell(cem)).length]).toEqual([0, 1, 1]);
  });
});

it('a deleted person’s data is deleted; posts that others want stay without a name', async () => {
  const [lamp, sofa] = [await wish('A lamp'), await wish('A sofa')];
  await vote(ctx(bob), lamp, true);
  await addComment(ctx(ann), lamp, 'a green one');
  expect(await feedbackBoard.exportUser(ctx(), ann)).toMatchObject({
    written: [{ title: 'A lamp' }, { title: 'A sofa' }],
    wanted: [BigInt(lamp), BigInt(sofa)],
    comments: [{ text: 'a green one' }],
  });
  await feedbackBoard.forgetUser(ctx(), ann);
  expect(await findWishes(ctx(bob), {})).toMatchObject([{ title: 'A lamp', author: null, votes: 1, comments: 0 }]);
  expect(await feedbackBoard.exportUser(ctx(), ann)).toEqual({});
});
