import { nightCity } from '@tally/tests/api';
import { type Stack, startStack } from '@tally/tests/stack';
import { nextFrame, openBrowser, visit } from '@tally/tests/visitor';
import type { Page } from 'playwright';

/**
 * Measures a list of 500 streamers on a processor slowed four times: the time from a press to the next frame, for all
 * frequent actions. It uses Chromium's Event Timing (rounded to 8 ms) and the median of three rounds. Needs a built web
 * app (`npm run build`).
 */
const BAR_MS = 200;
const SLOWDOWN = 4;
const STREAMERS = 500;
const ROUNDS = 3;
const LANES = 8;

interface Deed {
  readonly name: string;
  readonly run: (page: Page) => Promise<unknown>;
  /** Restores the state without measuring. */
  readonly back?: (page: Page) => Promise<unknown>;
}

const bar = (page: Page) => page.getByRole('region', { name: 'Bulk actions' });
const rows = (page: Page) => page.getByRole('list', { name: 'Streamers' }).getByRole('listitem');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by name' });
const press = (key: string) => (page: Page) => page.keyboard.press(key);
/** Waits for a dialog that opens late, because an earlier Escape would close nothing. */
const closeDialog = async (page: Page) => {
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
};
const times = (count: number, key: string) => async (page: Page) => {
  for (let at = 0; at < count; at += 1) await page.keyboard.press(key);
};

const deeds: readonly Deed[] = [
  { name: 'next row (j), ten times', run: times(10, 'j') },
  { name: 'select a row (x)', run: press('x'), back: press('x') },
  { name: 'tick the second box: the bar rises', run: tickTwo, back: press('Escape') },
  { name: 'select all', run: (page) => page.getByRole('checkbox', { name: 'Select all shown' }).click() },
  { name: 'open the sheet for all', run: (page) => bar(page).getByRole('button', { name: 'Ping role' }).click() },
  { name: 'close it', run: closeDialog },
  { name: 'clear the selection', run: press('Escape') },
  { name: 'type a letter to search', run: (page) => search(page).press('4'), back: (page) => search(page).fill('') },
  { name: 'show the paused', run: chip('Paused'), back: chip('All') },
  { name: 'open the form (n)', run: press('n'), back: closeDialog },
  { name: 'scroll a page down', run: press('PageDown') },
];

async function tickTwo(page: Page): Promise<void> {
  await rows(page).nth(1).getByRole('checkbox').click();
  await rows(page).nth(3).getByRole('checkbox').click();
}

function chip(name: string) {
  return (page: Page) =>
    page
      .getByRole('group', { name: 'Show' })
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click();
}

/** Follows the creators through the API, several at a time. */
async function fill(stack: Stack, token: string): Promise<void> {
  const channels = [...stack.sim.discord.state.channels.values()];
  const room = channels.find((each) => each.name === 'live-now' && each.guildId === nightCity)?.id;
  const names = Array.from({ length: STREAMERS }, (_, number) => `member${String(number).padStart(3, '0')}`);
  for (const username of names) stack.kick('add-creator', { username });
  const add = (name: string) =>
    fetch(`${stack.server.url}/data/guild/${nightCity}/kick/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ notificationChannelId: room }),
    });
  const patience = AbortSignal.timeout(120_000);
  const work = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      // Retries, because the bot reports its servers shortly after the start.
      while (!(await add(name)).ok) patience.throwIfAborted();
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
}

/** Returns the longest event since the last call, from the input to the next paint. */
const watch = `
  window.slowest = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) window.slowest = Math.max(window.slowest, entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

async function measure(page: Page, { run, back }: Deed): Promise<number> {
  const settle = async () => {
    // Event Timing reports after the paint, so the report is available two frames later.
    for (let frame = 0; frame < 4; frame += 1) await nextFrame(page);
  };
  await settle();
  await page.evaluate('window.slowest = 0');
  await run(page);
  await settle();
  const took = Number(await page.evaluate('window.slowest'));
  await back?.(page);
  await settle();
  return took;
}

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const [stack, browser] = await Promise.all([startStack({ serverEnv: { PLANS: 'unlimited' } }), openBrowser()]);
try {
  const token = await stack.logIn();
  await fill(stack, token);
  const { page, context } = await visit(browser, stack, { token });
  await page.addInitScript(watch);
  await page.goto(`/dashboard/server/${nightCity}/notifications/kick`);
  await rows(page).nth(5).waitFor();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const took = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const deed of deeds) took.set(deed.name, [...(took.get(deed.name) ?? []), await measure(page, deed)]);
  }
  process.stdout.write(`${STREAMERS} streamers, processor ${SLOWDOWN} × slowed (bar: ${BAR_MS} ms)\n`);
  for (const [name, values] of took) {
    const value = middle(values);
    if (value > BAR_MS) process.exitCode = 1;
    process.stdout.write(`  ${name.padEnd(38)} ${String(value).padStart(4)} ms${value > BAR_MS ? '  too slow' : ''}\n`);
  }
} finally {
  await browser.close();
  await stack.close();
}
