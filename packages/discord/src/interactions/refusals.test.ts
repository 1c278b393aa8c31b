import { AppError, type Ctx } from '@tally/kernel';
import { expect, test } from 'vitest';
import { refusal } from './refusals.ts';

const ctx = { locale: 'en-US', config: { webUrl: 'https://tally.example' } } as unknown as Ctx;
const call = { serverId: '200000000000000001' } as never;

test.each([
  [
    new AppError('premiumRequired', { flag: 'Birthday Messages', tier: 'Premium' }),
    'Birthday Messages requires Premium.',
  ],
  [
    new AppError('planLimit', { limit: 3, what: 'overrides' }),
    'The limit of your plan for overrides is 3. Remove one, or upgrade to add more.',
  ],
])('a refusal that a plan would lift links to the plans: %s', (error, content) => {
  const url = 'https://tally.example/premium?server=200000000000000001';
  expect(refusal(ctx, error, { call, what: 'a command' })).toMatchObject({
    isPrivate: true,
    payload: { content, components: [{ components: [{ label: 'See the plans', url }] }] },
  });
});

test('any other refusal is the sentence alone', () => {
  const answer = refusal(ctx, new AppError('alreadyFollowed', { name: 'Ada' }), { call, what: 'a command' });
  expect(answer).toMatchObject({ payload: { content: 'This server already follows Ada.' } });
  expect(answer).not.toHaveProperty('payload.components');
});
