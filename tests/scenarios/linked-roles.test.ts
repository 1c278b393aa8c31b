import { connections, linkedRoles } from '@tally/contract';
import { type Answer, demoUser, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { runJob } from '@tally/tests/jobs';
import { linkAccount } from '@tally/tests/link';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** Tests Discord's linked roles: the facts that owners can choose from, and those about one person. */
let api: TestApi;
let ann: string;
const kick = { platform: 'kick', as: 'trainwreckstv' } as const;
const ok = (answer: Answer) => expect([answer.status, answer.json.error]).toEqual([200, undefined]);
const until = async (check: () => void | Promise<void>) => await vi.waitFor(check, { timeout: 60_000, interval: 25 });
beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  ann = await api.logIn();
  await linkAccount(api, ann, kick);
});
afterAll(() => api.close());

const declared = () => api.sim.discord.state.roleConnectionRecords.get(api.ctx.config.discord.clientId);
const declare = async () => await runJob(api.ctx, 'linked-roles/declare');

it('is declared at the next try if Discord is away, without help', async () => {
  const outage = api.sim.faults.add({ world: 'discord', kind: 'outage' });
  await declare();
  expect(declared()).toBeUndefined();
  api.sim.faults.remove(outage.id);
  await declare();
  expect(declared()).toHaveLength(5);
});

describe('Discord’s own linked roles', () => {
  const told = () => api.sim.discord.state.roleConnections.get(`${api.ctx.config.discord.clientId}:${demoUser}`);
  /** Revoking one token ends all authorizations of that person. */
  const mayLogIn = (userId: string) =>
    [...api.sim.discord.state.grants].some((grant) => grant.userId === userId && grant.scopes.includes('guilds'));
  const link = async (userId = demoUser, scope = 'identify role_connections.write') => {
    const { data } = (await api.call(linkedRoles.startLinking, {}, ann)).json;
    const redirectUri = new URL(String(data)).searchParams.get('redirect_uri') ?? '';
    const code = await api.code({ userId, scope, redirectUri });
    return { code, answer: await api.call(linkedRoles.link, { query: { code } }, ann) };
  };

  it('receive the facts about a person, and each change', async () => {
    const { code, answer } = await link();
    ok(answer);
    const records = api.sim.discord.state.roleConnectionRecords.get(api.ctx.config.discord.clientId);
    expect(records).toHaveLength(5);
    // Acts as a process that has not sent the facts yet.
    const again = async () => {
      await api.ctx.cache.forget('linked-roles/records');
      ok((await link()).answer);
      return api.sim.discord.state.roleConnectionRecords.get(api.ctx.config.discord.clientId);
    };
    expect(await again()).toBe(records);
    api.sim.discord.state.roleConnectionRecords.set(api.ctx.config.discord.clientId, records?.slice(1) ?? []);
    expect(await again()).toEqual(records);
    const app = api.sim.discord.state.applications.get(api.ctx.config.discord.clientId);
    expect(app?.roleConnectionsVerificationUrl).toBe(`${api.ctx.config.webUrl}/linked-roles`);
    const metadata = { kick_linked: '1', twitch_linked: '0', premium: '1', subscriber_months: expect.any(String) };
    expect(told()).toMatchObject({ platform_name: 'Tally', platform_username: kick.as, metadata });
    // A code works once.
    expect((await api.call(linkedRoles.link, { query: { code } }, ann)).json.code).toBe('loginFailed');
    ok(await api.call(connections.disconnect, { params: { platform: 'kick' } }, ann));
    await until(() => expect(told()).toMatchObject({ metadata: { kick_linked: '0', subscriber_months: '0' } }));
  });

  it("refuse another person's code, and a permission that was not given", async () => {
    await api.logIn(somebodyElse);
    const theirs = await link(somebodyElse);
    expect([theirs.answer.status, theirs.answer.json.code]).toEqual([409, 'wrongDiscordAccount']);
    const less = await link(demoUser, 'identify');
    expect(less.answer.json.code).toBe('loginFailed');
    expect(mayLogIn(somebodyElse)).toBe(true);
  });

  it('are left without taking along the permission of the login', async () => {
    ok(await api.call(linkedRoles.unlink, {}, ann));
    expect(told()).toMatchObject({ platform_username: '', metadata: {} });
    expect(mayLogIn(demoUser)).toBe(true);
  });
});
