import { features } from '@tally/features/registry';
import { createSecrets, parseKeys } from '@tally/infra/crypto';
import { systemRandom } from '@tally/kernel';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listKeyTrouble } from './keys.ts';

let house: TestCtx;
beforeAll(async () => {
  house = await testCtx({ ctx: { features }, env: { ENCRYPTION_KEYS: `t:${Buffer.alloc(32, 7).toString('base64')}` } });
});
afterAll(() => house.close());

it('a process learns before its first send that a secret needs a key that it lacks', async () => {
  expect(await listKeyTrouble({ doors: house.ctx })).toEqual([]);
  const keys = parseKeys('test', `gone:${Buffer.alloc(32, 9).toString('base64')}`);
  const token = createSecrets({ keys, random: systemRandom }).encrypt('channel webhook', 'hush');
  await house.ctx.db.execute(
    `insert into channel_webhooks (channel_id, server_id, webhook_id, token, created_at) values ('1', '2', '3', '${token}', now())`,
  );
  expect(await listKeyTrouble({ doors: house.ctx })).toEqual([
    expect.stringMatching(/^ENCRYPTION_KEYS: the key gone is missing, and stored secrets are sealed with it\./),
  ]);
});
