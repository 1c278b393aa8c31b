import { billing, servers, tiers } from '@tally/contract';
import { nightCity, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

/** Tests promotion codes at the checkout: the reductions, and why some are refused. */
let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await testApi({ isWorking: true });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  await act('callback', { url: `http://127.0.0.1:${api.ctx.config.API_PORT}/webhooks/stripe` });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
});

const act = async (name: string, body: object = {}) => await api.sim.worlds.get('stripe')?.controls[name]?.(body);
const data = async <T>(asked: Promise<{ text: string; json: { data?: unknown } }>): Promise<T> => {
  const answer = await asked;
  expect(answer.text).toMatch(/^\{"status":200/);
  return answer.json.data as T;
};
const asked = (more: object) =>
  ({
    params: { type: 'guild' },
    body: { subscriptionTierId: tiers.ServerPremium, guildId: nightCity, ...more },
  }) as never;
const checkout = async (more: object = {}) => await api.call(billing.startCheckout, asked(more), token);
const quoted = async (more: object = {}) => await api.call(billing.quoteCheckout, asked(more), token);
const holds = async (tier: string) =>
  await vi.waitFor(
    async () => {
      const read = api.call(servers.getServer, { params: { guildId: nightCity } }, token);
      expect(await data(read)).toMatchObject({ premium: { tier } });
    },
    { timeout: 60_000, interval: 50 },
  );
async function buy(more: object = {}): Promise<string> {
  await fetch(`${await data<string>(checkout(more))}?do=pay`, { redirect: 'manual' });
  await holds(tiers.ServerPremium);
  const stripe = api.sim.worlds.get('stripe')?.summary() as { subscriptions: { id: string }[] } | undefined;
  return stripe?.subscriptions.at(-1)?.id ?? '';
}

it('a code for new customers is refused to others before the checkout; a code unknown to Stripe is a creator’s', async () => {
  const id = await buy();
  await act('end-now', { who: id });
  await holds(tiers.ServerFree);
  await act('promotion-code', { code: 'NEWCOMER', percent: 50, months: 1, isForNew: true });
  expect((await quoted({ affiliate: 'newcomer' })).json).toMatchObject({
    status: 400,
    error: ['affiliate: this code is for first purchases only'],
  });
  expect((await checkout({ affiliate: 'NEWCOMER' })).json).toMatchObject({ status: 400, code: 'invalidFields' });
  const creator = await data<object>(quoted({ affiliate: 'xqc ❤' }));
  expect(creator).toMatchObject({ discount: null, isCodeUnknown: true, dueNowCents: 500 });
  expect(await data<object>(quoted())).toMatchObject({ isCodeUnknown: false });
});

it('an expired code shows the reason before the payment', async () => {
  await act('promotion-code', { code: 'SUMMER', percent: 50, expiresInDays: -1 });
  await act('promotion-code', { code: 'FIRST1', percent: 50, most: 1 });
  const said = async (affiliate: string) => (await quoted({ affiliate })).json.error;
  expect(await said('summer')).toEqual(['affiliate: this code has expired']);
  expect(await data<object>(quoted({ affiliate: 'FIRST1' }))).toMatchObject({
    isCodeUnknown: false,
    dueNowCents: 250,
  });
  const id = await buy({ affiliate: 'FIRST1' });
  await act('end-now', { who: id });
  await holds(tiers.ServerFree);
  api.clock.move(30_000);
  expect(await said('FIRST1')).toEqual(['affiliate: this code has reached its limit']);
  expect(await said('FIRST١')).toEqual(await said('FIRST1'));
  expect((await checkout({ affiliate: 'FIRST1' })).json).toMatchObject({ status: 400, code: 'invalidFields' });
});
