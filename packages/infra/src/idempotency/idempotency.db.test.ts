import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { claim, dropClaim, endClaims, forgetCaller, forgetOldKeys, hashRequest, keepAnswer } from './index.ts';

let house: TestCtx;
beforeAll(async () => {
  house = await testCtx();
});
beforeEach(() => house.database.reset());
afterAll(() => house.close());

const call = (over: Partial<Parameters<typeof claim>[1]> = {}) => ({
  caller: 'user 1',
  key: 'abc',
  requestHash: hashRequest('POST', '/x', '{"a":1}'),
  ...over,
});
const win = async (about = call()) => {
  const won = await claim(house.ctx, about);
  if (won.kind !== 'new') throw new Error(`expected a new claim, got ${won.kind}`);
  return won.claimedAt;
};

test('the answer of the first call is returned again', async () => {
  const claimedAt = await win();
  expect(await claim(house.ctx, call())).toEqual({ kind: 'running' });
  await keepAnswer(house.ctx, call(), { claimedAt, status: 201, body: '{"id":7}' });
  expect(await claim(house.ctx, call())).toEqual({ kind: 'answered', status: 201, body: '{"id":7}' });
});

test('exactly one of many concurrent calls runs', async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, () => claim(house.ctx, call())));
  expect(claims.filter((each) => each.kind === 'new')).toHaveLength(1);
});

test('a key belongs to its caller and its request', async () => {
  await win();
  await win(call({ caller: 'user 2' }));
  expect(await claim(house.ctx, call({ requestHash: hashRequest('POST', '/x', '{"a":2}') }))).toEqual({
    kind: 'reused',
  });
  expect(await claim(house.ctx, call({ requestHash: hashRequest('POST', '/y', '{"a":1}') }))).toEqual({
    kind: 'reused',
  });
});

test('a failure on our side sets the key free', async () => {
  await dropClaim(house.ctx, call(), await win());
  expect(await claim(house.ctx, call())).toMatchObject({ kind: 'new' });
});

test('a call of a dead process is taken over at once', async () => {
  await win();
  await endClaims(house.ctx);
  expect(await claim(house.ctx, call())).toMatchObject({ kind: 'new' });
});

test('a call whose process died is taken over, and the dead process can no longer answer', async () => {
  const dead = await win();
  house.clock.move(119_000);
  expect(await claim(house.ctx, call())).toEqual({ kind: 'running' });
  house.clock.move(1_000);
  const second = await win();
  await keepAnswer(house.ctx, call(), { claimedAt: dead, status: 500, body: 'late' });
  await dropClaim(house.ctx, call(), dead);
  await keepAnswer(house.ctx, call(), { claimedAt: second, status: 200, body: 'ok' });
  expect(await claim(house.ctx, call())).toMatchObject({ kind: 'answered', body: 'ok' });
});

test('answers are deleted after a day', async () => {
  await keepAnswer(house.ctx, call(), { claimedAt: await win(), status: 200, body: 'ok' });
  house.clock.move(86_400_000);
  await win(call({ requestHash: 'another' }));
  house.clock.move(86_400_001);
  await forgetOldKeys.run(house.ctx, {}, { jobId: '1', attempt: 1, signal: new AbortController().signal });
  await win();
  await forgetCaller(house.ctx, 'user 1');
  expect(await claim(house.ctx, call())).toMatchObject({ kind: 'new' });
});
