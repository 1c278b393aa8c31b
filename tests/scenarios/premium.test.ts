import { type ServerId, tiers } from '@tally/contract';
import { sendCommands, sendEndpoint } from '@tally/server/boot/interactions';
import { demoUser, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { createTypist, type Shown, textOf } from '@tally/tests/typist';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue, entitle } from '../../packages/features/src/premium/index.ts';
import { planOf } from '../../packages/features/src/servers/index.ts';

/** A person types /premium in the simulated Discord. Each test continues where the last one stopped. */
let api: TestApi;
let room: string;
let dock: string;
let member: string;
const harbour = '802000000000000000' as ServerId;

const discord = async (action: string, body: object) => await api.sim.discord.controls[action]?.(body);
const run = (path: string, options: object = {}, { userId = demoUser, where = room } = {}) =>
  createTypist(api, where).run(path, options, { userId });
const say = async (path: string, about?: { userId?: string; where?: string }) => textOf(await run(path, {}, about));
const press = async (message: Shown | undefined, label: string, where = room) =>
  textOf(await createTypist(api, where).press(message, label));
const linkOf = (message: Shown | undefined) => message?.components[0]?.components[0]?.url;
/** Grants the plan as staff. Logs in each time, because the tests move the clock by weeks. */
async function give(kind: 'guild' | 'user', id: string, newPlanId: string): Promise<void> {
  const token = await api.logIn();
  const answer = await api.request('PATCH', `/premium/manage/${kind}/${id}`, { token, body: { newPlanId } });
  expect(answer.status).toBe(200);
}
const tierOf = async (serverId: ServerId) => (await planOf(api.ctx, serverId)).tier;

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { DISCORD_INTERACTIONS: 'http', OWNER_IDS: demoUser } });
  await api.ctx.db.execute(`insert into servers (id, name, member_count, joined_at) values
    ('${nightCity}', 'Night City', 20, now()), ('${harbour}', 'Harbour *Speedruns*', 17, now())`);
  const channel = async (guild_id: string) =>
    ((await discord('add-channel', { guild_id, name: 'commands' })) as { id: string }).id;
  [room, dock] = [await channel(nightCity), await channel(harbour)];
  member = ((await discord('add-user', { username: 'plain' })) as { id: string }).id;
  await discord('join', { guild_id: nightCity, user_id: member });
  await sendCommands(api.ctx);
  await sendEndpoint(api.ctx);
});
afterAll(() => api.close());

describe('/premium', () => {
  it('buy lists the plans and their prices, to the person alone, and links to the plans for this server', async () => {
    const { message } = await run('premium buy', {}, { userId: member });
    expect(textOf({ message } as never)).toMatch(
      /Server Premium · \$5\.00 a month[^]*Server Premium Plus · \$10\.00 a month/,
    );
    expect(linkOf(message)).toBe(`${api.ctx.config.webUrl}/premium?server=${nightCity}`);
    expect((message?.flags ?? 0) & 64).toBe(64);
  });

  it('buy promises nothing that is not there yet', async () => {
    expect(await say('premium buy')).not.toMatch(/recording|audit|first in the queue|beta/i);
  });

  it('status shows both plans, and the items that paused after one has ended', async () => {
    expect(await say('premium status')).toMatch(/Server Free[^]*User Free/);
    await give('guild', nightCity, tiers.ServerPremium);
    for (const words of ['oldest', '*newest*']) await run('overrides add', { words, action: 'cancel' });
    const { message } = await run('premium status');
    expect(textOf({ message } as never)).toContain('Server Premium');
    expect(textOf({ message } as never)).not.toContain('Paused');
    expect(linkOf(message)).toBe(`${api.ctx.config.webUrl}/manage-subscription`);
    await give('guild', nightCity, tiers.ServerFree);
    expect(await say('premium status')).toMatch(/Paused, because the plan does not cover it\n• .*\\\*newest\\\*/);
  });

  it('names each item that a smaller plan stops, and nothing else', async () => {
    const known = await catalogue(api.ctx);
    const pay = async (grant: { tierId: string } | null) =>
      await api.ctx.db.transaction(async (tx) => {
        const key = { holder: 'guild', holderId: nightCity, source: 'stripe', sourceId: '' } as const;
        await entitle(api.ctx, tx, { key, grant, known });
      });
    await pay({ tierId: tiers.ServerPremiumPlus });
    const token = await api.logIn();
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await api.request(method, path, { token, body });
      expect(answer.text).toContain('"status":200');
      return answer.json.data as { inUse: string[]; lost: string[] };
    };
    const guild = `/data/guild/${nightCity}`;
    const stops = async () => await ask('GET', `/premium/fit/${nightCity}?tierId=${tiers.ServerFree}`);
    expect(await stops()).toMatchObject({ inUse: [] });
    await ask('PATCH', guild, {
      birthdayEnabled: true,
      birthdayChannelId: room,
      welcomeEnabled: true,
      welcomeChannelId: room,
      syncUsername: true,
      disableBranding: { birthday: true },
    });
    await ask('POST', `${guild}/kick/xqc`, { channelId: room });
    await ask('PATCH', `${guild}/kick/xqc/updateArray?type=customMessages&subTypeOrId=kickLive`, {
      type: 'kickLive',
      content: 'Now',
    });
    await ask('PATCH', `${guild}/stickyMessages`, {
      channelId: room,
      content: 'Be kind',
      buttons: [{ title: 'Rules', url: 'https://example.com/' }],
    });
    await ask('POST', `/data/starboards/${nightCity}`, { channelId: room, requireImage: true });
    const { inUse, lost } = await stops();
    expect(inUse.toSorted()).toEqual([
      'Birthday Messages',
      'Custom Branding',
      'Custom Buttons',
      'Custom Starboards',
      'Per-Streamer Message Editor',
      'Sync Social Usernames',
      'Welcome and Leave Messages',
    ]);
    expect(lost).toEqual(expect.arrayContaining([...inUse, 'VOD Features']));
    await ask('PATCH', guild, { birthdayEnabled: false, syncUsername: false });
    expect((await stops()).inUse).not.toContain('Birthday Messages');
    await pay(null);
    expect(await stops()).toMatchObject({ lost: [], inUse: [] });
  });

  it('transfer needs a plan with a server premium, and the right to manage the server', async () => {
    expect(await say('premium transfer', { userId: member })).toContain('You need Manage Server');
    expect(await say('premium transfer')).toBe('Your plan does not include a Server Premium for a server.');
  });

  it('transfer names both servers before it moves; then it stays for a week', async () => {
    await give('user', demoUser, tiers.UserPremium);
    const asked = await run('premium transfer');
    expect(textOf(asked)).toBe(
      'Move your Server Premium?\nIt goes to **Night City**. You cannot move it again for 7 days.',
    );
    expect(await press(asked.message, 'Cancel')).toBe('Nothing was changed.');
    expect(await tierOf(nightCity)).toBe(tiers.ServerFree);
    expect(await press((await run('premium transfer')).message, 'Move it')).toContain('now has your Server Premium');
    expect(await tierOf(nightCity)).toBe(tiers.ServerPremium);
    expect(await say('premium transfer')).toContain('now has your Server Premium');

    const other = await run('premium transfer', {}, { where: dock });
    expect(textOf(other)).toContain('It moves from **Night City** to **Harbour \\*Speedruns\\***.');
    expect(await press(other.message, 'Move it', dock)).toContain('once every 7 days');
    expect([await tierOf(nightCity), await tierOf(harbour)]).toEqual([tiers.ServerPremium, tiers.ServerFree]);
    await api.pass(7 * 86_400_000);
    const later = await run('premium transfer', {}, { where: dock });
    expect(await press(later.message, 'Move it', dock)).toContain('now has your Server Premium');
    expect([await tierOf(nightCity), await tierOf(harbour)]).toEqual([tiers.ServerFree, tiers.ServerPremium]);
  });

  it('transfer is refused where a person already pays', async () => {
    await api.pass(7 * 86_400_000);
    await give('guild', nightCity, tiers.ServerPremiumPlus);
    expect(await press((await run('premium transfer')).message, 'Move it')).toBe('This server already has Premium.');
    expect(await tierOf(harbour)).toBe(tiers.ServerPremium);
    await give('guild', nightCity, tiers.ServerFree);
  });
});
