import { once } from 'node:events';
import { type Sim, startSim } from '@tally/sim/start';
import { violations } from '@tally/tests/accessibility';
import { findChromium } from '@tally/tests/chromium';
import { ChannelType, Client, GatewayIntentBits, MessageFlags, ModalBuilder, type TextChannel } from 'discord.js';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const executablePath = findChromium();
let sim: Sim;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
  sim = await startSim({ limits: false });
  browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  await sim?.close();
});

beforeEach(() => open({}));
afterEach(async () => {
  await context.close();
  const odd = [...problems, ...sim.unknownCalls.map(({ method, path }) => `unknown call ${method} ${path}`)];
  if (odd.length > 0) throw new Error(odd.join('\n'));
});

async function open(options: { width?: number; colorScheme?: 'dark' | 'light' }): Promise<void> {
  await context?.close();
  context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: 900 },
    colorScheme: options.colorScheme ?? 'dark',
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  problems = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(sim.url);
  // On a narrow screen, the panel exists but is not visible.
  await page.locator('[role=tablist]').waitFor({ state: 'attached' });
}

const log = () => page.getByRole('log');
const composer = () => page.getByRole('textbox', { name: /^Message to/ });
const openChannel = (name: string) =>
  page
    .getByRole('navigation', { name: /^Channels of/ })
    .getByRole('button', { name, exact: true })
    .click();

test('another person writes, and the message appears in the channel', async () => {
  await openChannel('general');
  await page.getByLabel('Act as').selectOption({ label: 'Mika' });
  await composer().fill('Is **anybody** there?\n<img src=x onerror="alert(1)">');
  await composer().press('Enter');
  const message = log().getByRole('article').last();
  await message.getByText('anybody').waitFor();
  expect(await message.locator('strong').allTextContents()).toStrictEqual(['Mika', 'anybody']);
  expect(await message.getByText('<img src=x').count()).toBe(1);
  expect(await composer().inputValue()).toBe('');

  await message.hover();
  await message.getByRole('button', { name: 'Delete the message' }).click();
  await expect.poll(() => log().getByText('anybody').count()).toBe(0);
});

test('a message that mentions the acting person is marked, and a reaction is added and removed', async () => {
  await openChannel('general');
  await page.getByLabel('Act as').selectOption({ label: 'Jonas' });
  await composer().fill('Hello @Mika');
  await composer().press('Enter');
  const message = log().getByRole('article').last();
  await message.getByText('Notified Mika').waitFor();
  expect(await message.getAttribute('class')).not.toContain('is-pinged');
  await page.getByLabel('Act as').selectOption({ label: 'Mika' });
  await expect.poll(() => message.getAttribute('class')).toContain('is-pinged');

  await message.hover();
  await message.getByRole('button', { name: 'Add a reaction' }).click();
  await message.getByRole('button', { name: '⭐' }).click();
  const star = message.getByRole('list', { name: 'Reactions' }).getByRole('button');
  await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true');
  await star.click();
  await expect.poll(() => star.count()).toBe(0);
});

test("a person's data for linked roles is on their card", async () => {
  const [app] = sim.discord.state.applications.keys();
  const mika = [...sim.discord.state.users.values()].find(({ global_name }) => global_name === 'Mika');
  const told = { platform_name: 'Tally', platform_username: 'mika_live', metadata: { kick_linked: '1' } };
  sim.discord.state.roleConnections.set(`${app}:${mika?.id}`, told);
  await page.reload();
  await page
    .getByRole('complementary', { name: /^Members of/ })
    .getByRole('button', { name: /^Mika/ })
    .click();
  await page.getByText('Linked roles').click();
  await page.getByText('mika_live').waitFor();
  expect(await page.locator('.member-card dt').allTextContents()).toStrictEqual(['Tally', 'kick_linked']);
});

describe('with an app', () => {
  let client: Client;

  beforeEach(async () => {
    client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: `${sim.url}/discord/api` } });
    const isReady = new Promise<void>((resolve) => client.once('clientReady', () => resolve()));
    await client.login('sim-bot-token');
    await isReady;
  });
  afterEach(() => client.destroy());

  const findChannel = (name: string): TextChannel => {
    const channel = client.channels.cache.find((one) => one.type === ChannelType.GuildText && one.name === name);
    if (channel?.type !== ChannelType.GuildText) throw new Error(`The app sees no channel ${name}.`);
    return channel;
  };

  test('a button is pressed and answered, visible only to the person who pressed it', async () => {
    client.on('interactionCreate', (interaction) => {
      if (interaction.isButton())
        void interaction.reply({ content: 'You are on the list.', flags: MessageFlags.Ephemeral });
    });
    await openChannel('giveaways');
    await findChannel('giveaways').send({
      embeds: [{ title: 'A keyboard', description: 'Ends **soon**.', color: 0x53fc18 }],
      components: [{ type: 1, components: [{ type: 2, style: 1, label: 'Enter', custom_id: 'enter' }] }],
    });
    await log().getByText('A keyboard').waitFor();
    await log().getByRole('button', { name: 'Enter' }).click();
    await log().getByText('You are on the list.').waitFor();
    await expect
      .poll(() =>
        log()
          .getByText(/^Only .* can see this$/)
          .count(),
      )
      .toBe(1);
    const reply = log().getByRole('article').last();
    await reply.getByText('a card').waitFor();
    expect(await reply.getByText(/used/).count()).toBe(0);
  });

  test('a form is opened, filled and handed in', async () => {
    client.on('interactionCreate', (interaction) => {
      if (interaction.isButton()) {
        const row = { type: 1, components: [{ type: 4, style: 1, custom_id: 'name', label: 'Your name' }] };
        void interaction.showModal(new ModalBuilder({ custom_id: 'who', title: 'Who are you?', components: [row] }));
      }
      if (interaction.isModalSubmit())
        void interaction.reply(`Welcome, ${interaction.fields.getTextInputValue('name')}!`);
    });
    await openChannel('welcome');
    await findChannel('welcome').send({
      content: 'Say hello.',
      components: [{ type: 1, components: [{ type: 2, style: 2, label: 'Introduce me', custom_id: 'intro' }] }],
    });
    await log().getByRole('button', { name: 'Introduce me' }).click();
    await page.getByRole('dialog').getByLabel('Your name').fill('Ada');
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await expect.poll(() => log().getByText('Welcome, Ada!').count()).toBe(1);
  });

  test('a slash command is found by typing and run with its options', async () => {
    await client.application?.commands.set([
      {
        name: 'echo',
        description: 'Says it again',
        options: [{ type: 3, name: 'words', description: 'What to say', required: true }],
      },
    ]);
    client.on('interactionCreate', (interaction) => {
      if (interaction.isChatInputCommand()) void interaction.reply(`Echo: ${interaction.options.getString('words')}`);
    });
    await openChannel('off-topic');
    await expect
      .poll(async () => {
        await composer()
          .or(page.getByRole('combobox', { name: /^Message to/ }))
          .fill('/ec');
        return page.getByRole('option', { name: /echo/ }).count();
      })
      .toBe(1);
    await page.getByRole('combobox', { name: /^Message to/ }).press('Enter');
    await page.getByLabel(/^words/).fill('mountain');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => log().getByText('Echo: mountain').count()).toBe(1);
    await log().getByText('used /echo').waitFor();

    await composer().fill('/echo the sea');
    await composer().press('Enter');
    await log().getByText('Echo: the sea').waitFor();
    await composer().fill('/echo ');
    await composer().press('Enter');
    await page.getByRole('status').getByText('/echo needs a value for words.').waitFor();
    await page.getByLabel(/^words/).fill('a cloud');
    await page.getByLabel(/^words/).press('Enter');
    await log().getByText('Echo: a cloud').waitFor();
  });

  test('a permission is taken from the app and restored', async () => {
    await openChannel('memes');
    await page.getByRole('tab', { name: 'Server' }).click();
    await page.getByText('Forbidden in #memes').click();
    const embed = page.getByRole('group').getByLabel('Send messages').last();
    const changed = once(client, 'channelUpdate');
    await embed.check();
    await changed;
    await expect(findChannel('memes').send('Can you hear me?')).rejects.toMatchObject({ code: 50013 });
    await embed.uncheck();
    await expect
      .poll(() =>
        findChannel('memes')
          .send('And now?')
          .then(
            () => 'sent',
            () => 'refused',
          ),
      )
      .toBe('sent');
    await log().getByText('And now?').waitFor();
  });
});

test('xqc goes live on Kick, loses the connection, and ends', async () => {
  const control = page.getByRole('complementary', { name: 'Control panel' });
  const row = control.getByRole('listitem').filter({ hasText: 'xqc' });
  await control.getByRole('button', { name: 'xqc: Go live on Kick' }).click();
  await row.getByText('Live', { exact: true }).waitFor();
  expect(await row.getByText(/watching/).count()).toBe(1);
  await control.getByRole('button', { name: 'xqc: Drop on Kick' }).click();
  await row.getByText('Connection lost').waitFor();
  await page.getByRole('tab', { name: 'Clock and faults' }).click();
  await control.getByRole('button', { name: '+10 min' }).click();
  await page.getByRole('tab', { name: 'Creators' }).click();
  await row.getByText('Live', { exact: true }).waitFor();
  await control.getByRole('button', { name: 'xqc: End on Kick' }).click();
  await control.getByRole('button', { name: 'xqc: Go live on Kick' }).waitFor();
});

test('a viewer writes in the chat of a Kick channel, and the answer of an app is shown', async () => {
  const kick = sim.worlds.get('kick');
  const control = page.getByRole('complementary', { name: 'Control panel' });
  await page.getByRole('tab', { name: 'Chats' }).click();
  await control.getByLabel('Channel').selectOption({ label: 'Lumi_Vale' });
  const chat = control.getByRole('log', { name: 'Chat of Lumi_Vale on Kick' });
  await chat.getByText('No lines yet.').waitFor();
  await control.getByLabel('Write as').selectOption({ label: 'late_latency' });
  await control.getByLabel('Line in the chat').fill('!request a lighthouse');
  await control.getByLabel('Line in the chat').press('Enter');
  await chat.getByText('!request a lighthouse').waitFor();
  expect(await chat.locator('strong').allTextContents()).toStrictEqual(['late_latency']);
  expect(await control.getByLabel('Line in the chat').inputValue()).toBe('');

  const read = kick?.controls['chat-lines']?.({ who: 'lumi-vale' }) as { lines: { id: string }[] } | undefined;
  const answer = { who: 'lumi-vale', by: 'lumi-vale', content: 'It is in the queue', replyTo: read?.lines[0]?.id };
  kick?.controls['chat']?.(answer);
  await chat.getByText('It is in the queue').waitFor();
  expect(await chat.getByText('Reply to late_latency').count()).toBe(1);
});

test('a link to a page of this machine gets its card', async () => {
  await openChannel('off-topic');
  await composer().fill(`Look: ${sim.url}/rumble/site/c/HarborRadio`);
  await composer().press('Enter');
  const card = log().getByRole('article').filter({ hasNotText: 'Look:' }).last();
  await card.getByRole('link', { name: 'Harbor Radio' }).waitFor();
  expect(await card.locator('img').count()).toBe(1);
});

describe('accessibility', () => {
  test.each(['dark', 'light'] as const)('%s: no accessibility violation in any tab', async (colorScheme) => {
    await open({ colorScheme });
    await openChannel('general');
    for (const name of ['Creators', 'Chats', 'Server', 'Clock and faults', 'Calls']) {
      await page.getByRole('tab', { name }).click();
      // The rest of the page is the same on each tab.
      const part = name === 'Creators' ? undefined : '.panel';
      expect(await violations(page, 'standards', part)).toEqual([]);
    }
  });

  test('360 px: every part is reachable and nothing sticks out', async () => {
    await open({ width: 360 });
    const bar = page.getByRole('navigation', { name: 'Parts of the page' });
    for (const [part, landmark] of [
      ['Channels', page.getByRole('navigation', { name: /^Channels of/ })],
      ['Members', page.getByRole('complementary', { name: /^Members of/ })],
      ['Control', page.getByRole('complementary', { name: 'Control panel' })],
      ['Chat', page.getByRole('main')],
    ] as const) {
      await bar.getByRole('button', { name: part }).click();
      await landmark.waitFor();
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    }
  });
});
