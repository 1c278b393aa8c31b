import { feedbackBoard, staffPeople } from '@tally/contract';
import { demoUser, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

let api: TestApi;
let owner: string;
let member: string;
beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { OWNER_IDS: demoUser } });
  owner = await api.logIn(demoUser);
  member = await api.logIn(somebodyElse);
});
afterAll(() => api.close());

const { addWish, addComment, decideWish, getWish, listWishes, mergeWish, voteWish } = feedbackBoard;
const { removeComment, removeWish, takeCommentAway, takeWishAway } = feedbackBoard;
const idOf = (answer: { json: { data?: unknown } }) => (answer.json.data as { wishId: string }).wishId;

it('from a post over votes and a comment to a decision, of which its voters are notified', async () => {
  const body = { kind: 'idea', title: 'A lamp <script>', text: '[x](javascript:alert(1))' } as const;
  const wishId = idOf(await api.call(addWish, { body }, member));
  expect((await api.call(voteWish, { params: { wishId }, body: { isWanted: true } }, owner)).json.data).toEqual({
    votes: 2,
  });
  await api.call(addComment, { params: { wishId }, body: { text: 'We think about it.' } }, owner);
  // A visitor sees the reply exactly as it was written.
  expect((await api.call(getWish, { params: { wishId } })).json.data).toMatchObject({
    ...body,
    votes: 2,
    isWanted: false,
    said: [{ text: 'We think about it.', isStaff: true }],
  });
  const decision = { params: { wishId }, body: { state: 'planned', why: 'Soon' } } as const;
  expect((await api.call(decideWish, decision, member)).status).toBe(403);
  expect((await api.call(decideWish, decision, owner)).status).toBe(200);
  await vi.waitFor(async () => {
    const { json } = await api.request('GET', '/@me', { token: member });
    expect(JSON.stringify(json.data)).toContain('Planned: A lamp <script>');
  }, 60_000);
});

it('merges two, and the old address leads to the remaining one', async () => {
  const ids: string[] = [];
  for (const title of ['A window', 'Some fresh air']) {
    ids.push(idOf(await api.call(addWish, { body: { kind: 'fault', title, text: '' } }, member)));
  }
  const [into = '', wishId = ''] = ids;
  expect((await api.call(mergeWish, { params: { wishId }, body: { into } }, member)).status).toBe(403);
  expect((await api.call(mergeWish, { params: { wishId }, body: { into } }, owner)).status).toBe(200);
  expect((await api.call(mergeWish, { params: { wishId: into }, body: { into: wishId } }, owner)).status).toBe(409);
  expect((await api.call(getWish, { params: { wishId } })).json.data).toMatchObject({ wishId: into, votes: 1 });
  const { json } = await api.call(listWishes, { query: { kind: 'fault' } });
  expect(json.data).toMatchObject([{ title: 'A window' }]);
});

it('staff delete any overlay, which is in their record; others only their own', async () => {
  const body = { kind: 'idea', title: 'Buy my lamps', text: '' } as const;
  const wishId = idOf(await api.call(addWish, { body }, member));
  await api.call(addComment, { params: { wishId }, body: { text: 'Cheap lamps' } }, member);
  const { json } = await api.call(getWish, { params: { wishId } });
  const [said] = (json.data as { said: { commentId: string }[] }).said;
  const comment = { params: { wishId, commentId: said?.commentId ?? '' } };
  expect((await api.call(removeComment, comment, owner)).status).toBe(403);
  expect((await api.call(takeCommentAway, comment, member)).status).toBe(403);
  expect((await api.call(takeCommentAway, comment, owner)).status).toBe(200);
  expect((await api.call(removeWish, { params: { wishId } }, owner)).status).toBe(403);
  expect((await api.call(takeWishAway, { params: { wishId } }, owner)).status).toBe(200);
  expect((await api.call(getWish, { params: { wishId } })).status).toBe(404);
  const { json: record } = await api.call(staffPeople.listDeeds, { query: { limit: 2 } }, owner);
  expect(record.data).toMatchObject([
    { call: 'feedback-board.takeWishAway', about: { wishId } },
    { call: 'feedback-board.takeCommentAway', about: { wishId } },
  ]);
});

it('refuses other input, in a sentence', async () => {
  const post = (body: object, token?: string) => api.request('POST', '/data/feedback', { body, token });
  const right = { kind: 'idea', title: 'A lamp', text: '' };
  expect((await post(right)).status).toBe(401);
  for (const wrong of [
    { title: '' },
    { title: 'a\nb\nc' },
    { title: 'x'.repeat(121) },
    { kind: 'joke' },
    { text: 'x'.repeat(4001) },
    { text: 'a\0' },
  ]) {
    const { status, json } = await post({ ...right, ...wrong }, member);
    expect([wrong, status, json.error]).toEqual([wrong, 400, expect.anything()]);
  }
  for (const id of ['0', 'raw', '9999999999999999999', '..%2f']) {
    const { status } = await api.request('GET', `/data/feedback/${id}`);
    expect([id, [400, 404].includes(status)]).toEqual([id, true]);
  }
});
