import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sim, startSim } from '@tally/sim/start';
import { violations } from '@tally/tests/accessibility';
import { type ServerProcess, startServer } from '@tally/tests/server-process';
import { applicationId, type Stack, startStack } from '@tally/tests/stack';
import { openBrowser, sticksOut, visit } from '@tally/tests/visitor';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** A stranger leaves the simulated world by entering the keys of a bot on the page. */
let sim: Sim;
let stack: Stack;
let next: ServerProcess | undefined;
let browser: Browser;
let dataDir: string;
let env: Record<string, string>;

beforeAll(async () => {
  sim = await startSim({ limits: false });
  dataDir = await mkdtemp(join(tmpdir(), 'tally-setup-page-'));
  env = {
    DATA_DIR: dataDir,
    DISCORD_API_URL: `${sim.url}/discord/api`,
    DISCORD_CDN_URL: `${sim.url}/discord/cdn`,
    DISCORD_AUTHORIZE_URL: `${sim.url}/discord/oauth2/authorize`,
  };
  stack = await startStack({ sim, serverEnv: env });
  browser = await openBrowser();
});
afterAll(async () => {
  await Promise.all([browser.close(), stack.close(), next?.kill('SIGKILL')]);
  await sim.close();
  await rm(dataDir, { recursive: true, force: true });
});

const pathOf = () => `/setup?word=${stack.server.setupWord()}`;

it('a wrong word opens nothing, and the page explains where to find it', async () => {
  const { page, leave } = await visit(browser, stack);
  await page.goto('/setup');
  await page.getByRole('textbox', { name: 'Setup word' }).fill('guess');
  await page.getByRole('button', { name: 'Open setup' }).press('Enter');
  await expect.poll(() => page.getByText('Its owner changes settings at /admin/setup.').isVisible()).toBe(true);
  await leave();
});

it('on a phone in Arabic nothing sticks out', async () => {
  const { page, problems, leave } = await visit(browser, stack, {
    viewport: { width: 360, height: 780 },
    locale: 'ar-SA',
  });
  await page.goto(pathOf());
  await page.getByRole('heading', { name: '2. ديسكورد' }).waitFor();
  expect(await sticksOut(page)).toEqual([]);
  expect(problems).toEqual([]);
  await leave();
});

it('all steps work by keyboard, from the first key to the owner', async () => {
  const { page, leave } = await visit(browser, stack);
  await page.goto(pathOf());
  const discord = page.getByRole('region', { name: '2. Discord' });
  const save = discord.getByRole('button', { name: 'Test and save' });
  await discord.getByLabel('Application ID').fill(applicationId);
  await save.press('Enter');
  await discord.getByText('DISCORD_CLIENT_SECRET: fill it in too').waitFor();
  await discord.getByLabel('Client secret').fill('wrong');
  await discord.getByLabel('Bot token').fill('sim-bot-token');
  await save.press('Enter');
  await discord.getByText('Discord does not accept DISCORD_CLIENT_SECRET').waitFor();
  await discord.getByLabel('Client secret').fill('sim-client-secret');
  await save.press('Enter');
  await discord.getByText('Presence Intent: on').waitFor();
  await discord.getByText('Set. Leave empty to keep it.').first().waitFor();
  expect(await discord.getByLabel('Bot token').inputValue()).toBe('');
  expect(await violations(page)).toEqual([]);

  const port = Number(new URL(stack.server.url).port);
  await page.getByRole('button', { name: 'Restart Tally' }).press('Enter');
  expect(await stack.server.gone).toBe(75);
  next = await startServer({ sim, port, dataDir, env: { WEB_URL: stack.web, ...env } });
  const owner = page.getByRole('region', { name: '6. Owner' });
  await owner.getByRole('link', { name: 'Log in with Discord' }).press('Enter');
  await page.getByRole('button', { name: 'Authorise' }).press('Enter');
  await page.getByRole('button', { name: 'Become the owner' }).press('Enter');
  await page.getByRole('heading', { name: 'Tally is ready' }).waitFor();
  await page.getByRole('link', { name: 'Change settings' }).press('Enter');
  await page.getByRole('region', { name: '2. Discord' }).getByText('Set. Leave empty to keep it.').first().waitFor();
  await leave();
});
