import { servers, telemetry } from '@tally/contract';
import { hours } from '@tally/kernel';
import { nightCity, type TestApi, testApi } from '@tally/tests/api';
import { putServer } from '@tally/tests/world';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** First steps are counted once, and the public page shows an overlay without its maker's name. */
let api: TestApi;
let token: string;
const ofServer = { query: { guild: nightCity } };
const steps = async (about: typeof ofServer | { query: object }, of = token) =>
  (await api.call(telemetry.gettingStarted, about, of)).json.data;

beforeAll(async () => {
  api = await testApi({ env: { PLANS: 'unlimited' } });
  await putServer(api.database, nightCity);
  token = await api.logIn();
});
afterAll(() => api.close());

it('a server and its manager dismiss the advice each on their own', async () => {
  expect(await steps(ofServer)).toMatchObject({ didDismissGuildAds: false, didSetupBirthday: false });
  const dismiss = async (about: typeof ofServer | { query: object }) =>
    expect((await api.call(telemetry.note, { params: { type: 'dismissAds' }, ...about }, token)).status).toBe(200);
  await dismiss(ofServer);
  await dismiss(ofServer);
  expect(await steps(ofServer)).toMatchObject({ didDismissGuildAds: true, didSetupBirthday: false });
  const server = await api.call(servers.getServer, { params: { guildId: nightCity }, query: {} }, token);
  expect(server.json.data).toMatchObject({ gettingStarted: { didDismissGuildAds: true } });
  expect(await steps({ query: {} })).toMatchObject({ didDismissUserAds: false });
  await dismiss({ query: {} });
  expect(await steps({ query: {} })).toMatchObject({ didDismissUserAds: true });
});

it('an overlay appears on the public page once an hour, without the name of its maker', async () => {
  const recent = async () => (await api.request('GET', '/recent')).json.data as object[];
  const make = async () => await api.call(telemetry.note, { params: { type: 'overlayGenerated' }, query: {} }, token);
  for (let times = 0; times < 5; times += 1) await make();
  expect(await recent()).toMatchObject([{ type: 'overlay', createdAt: api.clock.now().getTime() }]);
  expect(JSON.stringify(await recent())).not.toContain('robin');
  api.clock.move(hours(1) + 1);
  await make();
  expect(await recent()).toHaveLength(2);
});
