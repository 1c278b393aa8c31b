import { demoUser, nightCity } from '@tally/tests/api';
import { hostileWords } from '@tally/tests/hostile-words';
import { type Stack, startStack } from '@tally/tests/stack';
import { nextFrame, openBrowser, type Visitor, visit } from '@tally/tests/visitor';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const patient = { timeout: 30_000, interval: 100 };
const kickPage = `/dashboard/server/${nightCity}/notifications/kick`;

let stack: Stack;
let browser: Browser;
let token: string;
let visitor: Visitor;
/** Collects the places where a text ran as code. */
let ran: string[];

/** Discord allows a name of 2 to 100 letters. */
const names = hostileWords.map((word) => word.slice(0, 100));

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), openBrowser()]);
  token = await stack.logIn();
  for (const name of names) {
    const server = stack.discord('add-guild', { name, owner_id: demoUser }) as { id: string };
    stack.discord('invite-bot', { guild_id: server.id });
    const channel = stack.discord('add-channel', { guild_id: nightCity, name: 'x' }) as { id: string };
    // Only Discord's own dialog cleans the names of text channels.
    stack.discord('change-channel', { channel_id: channel.id, name });
    stack.discord('add-role', { guild_id: nightCity, name, mentionable: true });
  }
  token = await stack.logIn();
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

beforeEach(async () => {
  ran = [];
  visitor = await arrive();
});
afterEach(() => visitor.leave());

async function arrive(): Promise<Visitor> {
  const made = await visit(browser, stack, { token });
  await made.context.exposeBinding('ran', ({ page }) => void ran.push(page.url()));
  made.page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  return made;
}

/** No text ran or tried to run (the policy would have reported it), and the page is still open. */
async function nothingHappened(): Promise<void> {
  const { page, problems } = visitor;
  await nextFrame(page);
  const refused = problems.filter((each) => /Content Security Policy/.test(each));
  expect({ ran, refused, at: new URL(page.url()).origin }).toEqual({ ran: [], refused: [], at: stack.web });
}

const call = (path: string, init: RequestInit = {}) =>
  fetch(stack.server.url + path, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });

async function follow(name: string, channelId: string, pingRoleId: string | null = null): Promise<void> {
  const body = JSON.stringify({ notificationChannelId: channelId, pingRoleId });
  const add = async () => (await call(`/data/guild/${nightCity}/kick/${name}`, { method: 'POST', body })).status;
  await vi.waitFor(async () => expect(await add()).toBe(200), patient);
}

const channelCalled = (name: string) =>
  [...stack.sim.discord.state.channels.values()].find((each) => each.guildId === nightCity && each.name === name);

test('the policy blocks anything that would get through, and this test would notice', async () => {
  const { page, problems } = visitor;
  await page.goto('/');
  await page.evaluate(`
    const place = document.createElement('div');
    place.innerHTML = '<img src="data:," onerror="ran()"><a href="javascript:ran()">x</a>';
    document.body.append(place);
    place.querySelector('a').click();
  `);
  await expect.poll(() => problems.filter((each) => /Content Security Policy/.test(each)).length).toBeGreaterThan(1);
  expect(ran).toEqual([]);
  await page.evaluate('ran()');
  await expect.poll(() => ran.length).toBe(1);
});

test('names of servers: on the dashboard, in the choice, in the sidebar and in the palette', async () => {
  const { page } = visitor;
  for (const path of ['/dashboard', '/select']) {
    await page.goto(path);
    await vi.waitFor(
      async () => expect(await page.getByRole('main').getByRole('link').count()).toBeGreaterThan(names.length),
      patient,
    );
    await page.getByText('<script>ran()</script>', { exact: true }).first().waitFor();
    await nothingHappened();
  }
  await page.getByRole('complementary', { name: 'Dashboard' }).getByRole('button').first().click();
  await page
    .getByRole('menuitem')
    .nth(names.length - 1)
    .waitFor();
  await nothingHappened();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('script');
  await page.getByRole('dialog').getByRole('option').first().waitFor();
  await nothingHappened();
});

test('names of servers: on the pages of such a server', async () => {
  const { page } = visitor;
  const hostile = [...stack.sim.discord.state.guilds.values()].filter(({ name }) => names.includes(name));
  expect(hostile).toHaveLength(names.length);
  for (const { id } of hostile.slice(0, 12)) {
    await page.goto(`/dashboard/server/${id}/manage`);
    await page.getByRole('heading', { name: 'Manage server' }).waitFor();
    await nothingHappened();
  }
});

test('names of channels and roles: in the pickers', async () => {
  const { page } = visitor;
  await page.goto(kickPage);
  await page.getByRole('button', { name: 'Add streamer' }).first().click();
  for (const [picker, search] of [
    [/^Posts to/, 'Search channels'],
    [/^Ping role/, 'Search roles'],
  ] as const) {
    await page.getByRole('combobox', { name: picker }).first().click();
    await page.getByPlaceholder(search).waitFor();
    await vi.waitFor(async () => expect(await page.getByRole('option').count()).toBeGreaterThan(names.length), patient);
    await page.getByPlaceholder(search).fill('<script>ran()');
    await page.getByRole('option', { name: '<script>ran()</script>', exact: false }).first().click();
    await nothingHappened();
  }
});

test('titles of streams, names of channels and people: in lists, logs and live lists', async () => {
  const { page } = visitor;
  const channel = channelCalled('<img src=x onerror=ran()>');
  if (!channel) throw new Error('There is no such channel.');
  await follow('xqc', channel.id);
  stack.kick('go-live', { who: 'xqc', title: names[0] });
  const doomed = stack.discord('add-channel', { guild_id: nightCity, name: 'doomed' }) as { id: string };
  stack.discord('change-channel', { channel_id: doomed.id, name: '"><script>ran()</script>' });
  await follow('pixelpastor', doomed.id);
  stack.discord('remove-channel', { channel_id: doomed.id });
  stack.kick('go-live', { who: 'pixelpastor', title: '<svg onload=ran()>' });
  await page.goto(kickPage);
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'xqc' });
  await row.getByText('#<img src=x onerror=ran()>').waitFor();
  await row.getByText('LIVE', { exact: true }).waitFor();
  await nothingHappened();
  await vi.waitFor(async () => {
    const { data } = (await (await call(`/data/guild/${nightCity}/errors`)).json()) as { data: unknown[] };
    expect(data.length).toBeGreaterThan(0);
  }, patient);
  await page.goto(`/dashboard/server/${nightCity}/error-logs`);
  await page.getByRole('list', { name: 'Error logs' }).getByRole('listitem').first().waitFor();
  await nothingHappened();
});

test('names of teams: in the head, in the record, in dialogs, and to an invited person', async () => {
  const { page } = visitor;
  const path = '/data/teams';
  const send = (to: string, method: string, body: object) => call(to, { method, body: JSON.stringify(body) });
  const founded = await send(path, 'POST', { teamName: 'First' });
  expect(await founded.json()).toMatchObject({ status: 200 });
  const { data } = (await (await call(path)).json()) as { data: { managedTeam: { teamId: string } } };
  const own = `${path}/${data.managedTeam.teamId}`;
  // Each new name joins two names in one line of the record. Two equal names, or names of two lines, are refused.
  for (const word of hostileWords) await send(own, 'PATCH', { teamName: word.slice(0, 50) });
  await send(own, 'PATCH', { teamName: '<img src=x onerror=ran()>' });
  const made = (await (await send(`${own}/invite`, 'PUT', { bitfieldToSet: '1' })).json()) as { data: string };
  await page.goto(`/dashboard/user/${demoUser}/teams`);
  await page.getByRole('heading', { name: '<img src=x onerror=ran()>' }).waitFor();
  await page.getByText('Activity', { exact: true }).click();
  await vi.waitFor(async () => expect(await page.getByText(/renamed the team/).count()).toBeGreaterThan(60), patient);
  await nothingHappened();
  await page.getByRole('button', { name: 'Delete team' }).click();
  await page.getByRole('dialog', { name: 'Delete <img src=x onerror=ran()>?' }).waitFor();
  await nothingHappened();
  await page.goto(`/teams/join/${made.data}`);
  await page.getByRole('heading', { name: '<img src=x onerror=ran()>' }).waitFor();
  await nothingHappened();
});

/** Opening a page for each word takes long, so the words are split into several tests. */
const PART = 12;
const partsOfAll = hostileWords.flatMap((_, at) => (at % PART === 0 ? [hostileWords.slice(at, at + PART)] : []));

test.each(partsOfAll)(
  'the words from %j on are harmless as names of a person and titles of a stream',
  async (...words) => {
    const { page, context } = visitor;
    const person = stack.sim.discord.state.users.get(demoUser);
    if (!person) throw new Error('There is no demo person.');
    const before = person.global_name;
    try {
      for (const word of words) {
        person.global_name = word;
        stack.kick('change-title', { who: 'xqc', title: word.slice(0, 140) });
        const own = await stack.logIn();
        await context.addCookies([{ name: 'token', value: own, url: stack.web, httpOnly: true }]);
        await page.goto(`/dashboard/user/${demoUser}`, { waitUntil: 'domcontentloaded' });
        await page
          .getByRole('banner')
          .getByRole('button', { name: /^Account of/ })
          .waitFor();
        await nothingHappened();
      }
    } finally {
      person.global_name = before;
    }
    expect(ran).toEqual([]);
  },
);
