import { type MessagePreview, serverParts, servers, tiers } from '@tally/contract';
import { demoUser, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { putServer } from '@tally/tests/world';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Our name appears below a server's messages until a manager hides it, which needs a plan. */
let api: TestApi;
let token: string;
const inServer = { guildId: nightCity };

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { OWNER_IDS: demoUser } });
  await putServer(api.database, nightCity);
  token = await api.logIn();
});
afterAll(() => api.close());

const change = async (disableBranding: object | null) =>
  await api.call(servers.updateServer, { params: inServer, body: { disableBranding } }, token);
const switches = async () =>
  ((await api.call(servers.getServer, { params: inServer, query: {} }, token)).json.data as Record<string, unknown>)[
    'disableBranding'
  ];
const footerOf = async (type: 'kickLive' | 'vod') => {
  const answer = await api.call(serverParts.previewMessage, { params: { ...inServer, type }, body: {} }, token);
  const { payload } = answer.json.data as MessagePreview;
  return (payload as { embeds: { footer?: { text: string } }[] }).embeds[0]?.footer?.text;
};

it('needs the plan, by name', async () => {
  const refused = await change({ notifications: true });
  expect([refused.status, refused.json.code]).toEqual([403, 'premiumRequired']);
  expect(refused.json.error).toContain('Custom Branding');
  expect([await switches(), await footerOf('kickLive')]).toEqual([null, 'Tally']);
  const bought = await api.request('PATCH', `/premium/manage/guild/${nightCity}`, {
    token,
    body: { newPlanId: tiers.ServerPremiumPlus },
  });
  expect(bought.status).toBe(200);
});

it('is switched off in each place separately, and on again', async () => {
  expect((await change({ notifications: true, vods: true })).json.error).toBeUndefined();
  expect((await change({ vods: false })).status).toBe(200);
  expect(await switches()).toMatchObject({ notifications: true, vods: false, clips: false });
  expect([await footerOf('kickLive'), await footerOf('vod')]).toEqual([undefined, 'Tally']);
  expect((await change(null)).status).toBe(200);
  expect([await switches(), await footerOf('kickLive')]).toMatchObject([{ notifications: false }, 'Tally']);
});
