import { ChannelId, ServerId } from '@tally/contract';
import { createSecrets, parseKeys } from '@tally/infra/crypto';
import { systemRandom } from '@tally/kernel';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveWebhook } from '../store/webhooks.ts';
import type { Delivery } from '../tables.ts';
import { loadHooks } from './identity.ts';

const room = ChannelId.parse('200000000000000001');
const row = { channelId: room } as Delivery;

let house: TestCtx;
beforeAll(async () => {
  house = await testCtx();
});
afterAll(() => house.close());

const keep = (sealed: string) =>
  saveWebhook(house.ctx.db, {
    channelId: room,
    serverId: ServerId.parse('100000000000000001'),
    webhookId: '300000000000000001',
    token: sealed,
    createdAt: house.ctx.clock.now(),
  });

it('a webhook whose token was sealed with a lost key counts as deleted, and does not hold messages forever', async () => {
  await keep(house.ctx.secrets.encrypt('channel webhook', 'token'));
  expect([...(await loadHooks(house.ctx, [row])).keys()]).toEqual([room]);
  const keys = parseKeys('test', `other:${Buffer.alloc(32, 9).toString('base64')}`);
  await keep(createSecrets({ keys, random: systemRandom }).encrypt('channel webhook', 'token'));
  expect((await loadHooks(house.ctx, [row])).size).toBe(0);
});
