import { account, birthday, type GuildPatch, serverParts, servers } from '@tally/contract';
import type { Clusters } from '@tally/discord/gateway';
import { days } from '@tally/kernel';
import { type Answer, demoUser, nightCity, type TestApi } from '@tally/tests/api';
import { chatApi } from '@tally/tests/chat';
import { connectGateway } from '@tally/tests/gateway';
import { runJob } from '@tally/tests/jobs';
import { runRoleJob } from '@tally/tests/roles';
import { createTypist, textOf } from '@tally/tests/typist';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

/** Tests birthdays as members see them in a server's channel. */
let api: TestApi;
let gateway: Clusters;
let token: string;
let hall: string;
let role: string;

interface Shown {
  id: string;
  content: string;
  embeds: { title?: string }[];
  attachments: { filename: string }[];
  pinged: { users: string[] };
  components: unknown[];
}

const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const inServer = { params: { guildId: nightCity } };
const shown = async () => ((await discord('messages', { channel_id: hall })) as { messages: Shown[] }).messages;
const about = async (words: string) => (await shown()).filter((message) => message.content.includes(words));
const ok = (answer: Answer) => expect([answer.status, answer.json.error]).toEqual([200, undefined]);
const change = async (body: GuildPatch) => ok(await api.call(servers.updateServer, { ...inServer, body }, token));
const say = (body: object) =>
  api.call(account.updateUser, { params: { userId: demoUser as never }, body: { birthday: body } }, token);

/** Runs the jobs that normally run every minute. */
async function keepDays(): Promise<void> {
  await runJob(api.ctx, 'birthday/keep-days');
  await runRoleJob(api.ctx, 'sweep');
}

beforeAll(async () => {
  api = await chatApi();
  const made = async (action: string, body: object) =>
    ((await discord(action, { guild_id: nightCity, ...body })) as { id: string }).id;
  hall = await made('add-channel', { name: 'hall' });
  role = await made('add-role', { name: 'Cake', position: 1 });
  gateway = await connectGateway(api);
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});
// The clock moves by months, which ends sessions.
beforeEach(async () => {
  token = await api.logIn();
});

describe('a birthday', () => {
  it('is congratulated exactly once, at midnight of the zone, with the role for the day, under any clock', async () => {
    await change({ birthdayEnabled: true, birthdayChannelId: hall as never, birthdayRoleId: role as never });
    ok(await say({ date: '03/14', timeZone: 'America/Havana', whereToCongratulate: [nightCity] }));
    expect((await say({ date: '03/15' })).json).toMatchObject({ status: 409, code: 'birthdayIsSaid' });
    const upcoming = await api.call(birthday.listUpcoming, { ...inServer, query: {} }, token);
    expect(upcoming.json.data).toMatchObject([{ userId: demoUser, date: '2026-03-14' }]);

    const holds = async () =>
      (await api.ctx.discord.members.get({ serverId: nightCity, userId: demoUser as never })).roleIds.includes(
        role as never,
      );
    const at = async (moment: string) => {
      api.clock.set(new Date(moment));
      await Promise.all([keepDays(), keepDays()]);
    };
    await at('2026-03-14T03:59:59Z');
    expect([await about(demoUser), await holds()]).toEqual([[], false]);
    await at('2026-03-14T04:00:00Z');
    await vi.waitFor(async () => expect(await about(demoUser)).toHaveLength(1), 60_000);
    expect((await about(demoUser))[0]?.pinged.users).toEqual([]);
    await vi.waitFor(async () => expect(await holds()).toBe(true), 60_000);
    for (const moment of ['2026-03-14T20:00:00Z', '2026-03-14T04:00:00Z', '2026-03-15T03:59:00Z']) await at(moment);
    expect(await holds()).toBe(true);
    await at('2026-03-15T04:00:00Z');
    await vi.waitFor(async () => expect(await holds()).toBe(false), 60_000);
    expect(await about(demoUser)).toHaveLength(1);
  });

  it('can be tested, and requested with a panel, and the answer shows the result', async () => {
    const test = await api.call(serverParts.testGreeting, { params: { guildId: nightCity, type: 'birthday' } }, token);
    expect(test.json).toMatchObject({ status: 200, data: expect.stringContaining('pinged no one') });
    const panel = { params: { guildId: nightCity, panel: 'birthday' as const }, query: {}, body: {} };
    expect((await api.call(serverParts.postPanel, panel, token)).json.data).toContain('panel is now in');
    expect((await shown())[0]?.components).toHaveLength(1);
  });
});

describe('a birthday, entered in the chat', () => {
  it('with the panel: a form, read back, saved once; chosen for this server, and removed', async () => {
    const { id } = (await discord('add-user', { username: 'cake_lover' })) as { id: string };
    await discord('join', { guild_id: nightCity, user_id: id });
    const { press, submit, say, run } = createTypist(api, hall);
    const as = { userId: id };
    const panel = (await shown()).find(({ embeds }) => embeds[0]?.title === 'When is your birthday?');
    const form = await press(panel as never, 'Set my birthday', id);
    expect(form.modal?.title).toBe('Your birthday');
    expect(textOf(await submit(form, { date: '2/31', zone: 'Asia/Riyadh', year: '' }))).not.toContain('Is that right');
    const again = await press(panel as never, 'Set my birthday', id);
    const asked = await submit(again, { date: '٨-٩', zone: ' Etc/GMT+5 ', year: '١٩٩٩' });
    expect(textOf(asked)).toContain('**August 9** 1999, and your time zone is Etc/GMT+5');
    expect(textOf(await press(asked.message, 'Yes, save it', id))).toContain('Saved: August 9');
    expect(await say('birthday upcoming', {}, id)).toContain(`**August 9** · <@${id}>`);
    expect(await say('birthday congratulate', { here: false }, id)).toContain('no longer congratulates');
    expect(await say('birthday upcoming', {}, id)).not.toContain(id);

    const known = await run('birthday set', { month: 1, day: 1, timezone: 'UTC' }, as);
    expect(textOf(known)).toContain('does not congratulate you');
    expect(textOf(await press(known.message, 'Congratulate me here', id))).toContain('congratulates you');
    const sure = await press(known.message, 'Remove my birthday', id);
    expect(textOf(sure)).toContain('after 30 days');
    expect(textOf(await press(sure.message, 'Yes, remove it', id))).toContain('has been removed');
    expect(await say('birthday set', { month: 1, day: 1, timezone: 'UTC' }, id)).toContain('only once');
    expect(await say('birthday upcoming', {}, id)).not.toContain(id);
    await api.pass(days(30));
    expect(await say('birthday set', { month: 1, day: 1, timezone: 'UTC' }, id)).toContain('**January 1**');
    expect(await say('birthday set', { month: 2, day: 30, timezone: 'UTC' }, id)).not.toContain('Is that right');
    expect(await say('birthday set', { month: 1, day: 1, timezone: 'Mars/Base' }, id)).not.toContain('Is that right');
  });

  it('is not promised by a server without greetings, nor after the member removed the date', async () => {
    await change({ birthdayEnabled: false });
    const { id } = (await discord('add-user', { username: 'early_bird' })) as { id: string };
    await discord('join', { guild_id: nightCity, user_id: id });
    const { press, say, run } = createTypist(api, hall);
    const day = { month: 4, day: 4, timezone: 'UTC' };
    const later = 'Birthdays are off in this server. Once they are on, it congratulates you.';
    const asked = await run('birthday set', day, { userId: id });
    expect(textOf(await press(asked.message, 'Yes, save it', id))).toBe(`Saved: April 4. ${later}`);
    expect(await say('birthday congratulate', { here: true }, id)).toBe(later);
    const known = await run('birthday set', day, { userId: id });
    expect(textOf(known)).toBe(`Your birthday is on April 4. ${later}`);
    expect(await say('birthday set', { ...day, day: 5 }, id)).toBe(
      `The new date was not saved. You can set your birthday only once. If it is wrong, ask the staff to correct it, or remove it and set it again after 30 days.\nYour birthday is on April 4. ${later}`,
    );
    await change({ birthdayEnabled: true });
    expect(await say('birthday congratulate', { here: true }, id)).toContain('This server congratulates you on');
    const sure = await press(known.message, 'Remove my birthday', id);
    await press(sure.message, 'Yes, remove it', id);
    expect(await say('birthday congratulate', { here: true }, id)).toBe('Set your birthday first.');
  });

  it('is set up by its managers', async () => {
    expect(await createTypist(api, hall).say('birthday setup', { channel: hall })).toContain(`in <#${hall}>`);
  });
});
