import { tiers } from '@tally/contract';
import { hours } from '@tally/kernel';
import { demoUser, nightCity, type TestApi } from '@tally/tests/api';
import { chatApi } from '@tally/tests/chat';
import { createTypist, textOf } from '@tally/tests/typist';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** People vote on top.gg, which opens /sync for twelve hours. Each test continues where the last one stopped. */
let api: TestApi;
let member: string;
let typist: ReturnType<typeof createTypist>;

const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body) as { id: string };
const topgg = (action: string, body: object = {}) => api.sim.worlds.get('topgg')?.controls[action]?.(body);
const outcome = () =>
  (api.sim.worlds.get('topgg')?.summary() as { deliveries: { outcome: string }[] } | undefined)?.deliveries[0]?.outcome;
const told = async (as: string) => await vi.waitFor(() => expect(outcome()).toBe(as), { timeout: 60_000 });
/** Logs in each time, because moving the clock ends the login. */
async function give(kind: 'guild' | 'user', id: string, newPlanId: string): Promise<void> {
  const token = await api.logIn();
  const answer = await api.request('PATCH', `/premium/manage/${kind}/${id}`, { token, body: { newPlanId } });
  expect(answer.status).toBe(200);
}

beforeAll(async () => {
  api = await chatApi({ PLANS: 'tiers', OWNER_IDS: demoUser });
  typist = createTypist(api, discord('add-channel', { guild_id: nightCity, name: 'commands' }).id);
  member = discord('add-user', { username: 'plain' }).id;
  discord('join', { guild_id: nightCity, user_id: member });
  topgg('callback', { url: `http://127.0.0.1:${api.ctx.config.API_PORT}/webhooks/topgg` });
});
afterAll(() => api.close());

it('/sync first reports that nothing is linked, before it asks for a vote', async () => {
  expect(await typist.say('sync', {}, member)).toContain('You have not linked a Kick, Twitch or Rumble account yet.');
  await api.ctx.db.execute(`insert into linked_accounts
    (user_id, platform, account_id, username, display_name, way, checked_at, linked_at)
    select id, 'kick', id, 'plain', 'plain', 'chat', now(), now() from unnest(array['${member}', '${demoUser}']) as id`);
  expect(await typist.say('sync', {}, member)).toContain('Please vote first');
});

it('/sync asks for one; a forged one and a test open nothing; a real one does, for twelve hours', async () => {
  expect(await typist.say('sync', {}, member)).toContain(`Please vote first: ${api.ctx.config.webUrl}/vote`);
  topgg('forge', { user: member });
  await told('refused');
  topgg('test', { user: member });
  await told('delivered');
  expect(await typist.say('vote', {}, member)).toContain('You have not voted yet.');
  expect(await typist.say('sync', {}, member)).toContain('Please vote first');
  topgg('vote', { user: member });
  await told('delivered');
  const voted = await typist.run('vote', {}, { userId: member });
  expect(textOf(voted)).toMatch(/Your vote counts\. You can vote again <t:\d+/);
  // Only people who request a reminder get one.
  expect(voted.message?.components[0]?.components.map(({ label }) => label)).toContain('Remind me');
  expect(await typist.say('sync', {}, member)).not.toContain('vote');
  await api.pass(hours(12));
  expect(await typist.say('sync', {}, member)).toContain('Please vote first');
});

it('the older way counts as well, and no vote is needed where the plan or the person skips it', async () => {
  topgg('version', { version: 'v0' });
  topgg('forge', { user: member });
  await told('refused');
  topgg('vote', { user: member });
  await told('delivered');
  expect(await typist.say('sync', {}, member)).not.toContain('vote');
  await api.pass(hours(12));
  await give('guild', nightCity, tiers.ServerPremiumPlus);
  expect(await typist.say('sync', {}, member)).not.toContain('vote');
  await give('guild', nightCity, tiers.ServerFree);
  // People with User Premium need no votes.
  await give('user', demoUser, tiers.UserPremium);
  expect(await typist.say('sync')).not.toContain('vote');
});
