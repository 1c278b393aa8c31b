import { startStack } from '@tally/tests/stack';
import { openBrowser } from '@tally/tests/visitor';
import type { Page } from 'playwright';

/**
 * Measures the chat widget as in OBS, with the simulated chats (run `npm run build` first): the time until a line
 * appears or a deleted one disappears, frames with 50 lines a second, and memory after 100,000 lines.
 */
const LINE_VISIBLE_MS = 150;
const LINE_GONE_MS = 100;
const GROWTH_MIB = 10;
const LINES = 100_000;

const stack = await startStack();
const browser = await openBrowser();
const context = await browser.newContext({ viewport: { width: 400, height: 600 } });
const page = await context.newPage();
let isGood = true;

const twitch = (action: string, body: object) => stack.sim.worlds.get('twitch')?.controls[action]?.(body);
const say = (text: string) => twitch('chat', { who: 'xqc', by: 'shroud', text }) as { id: string };
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const at = (times: readonly number[], share: number) =>
  times.toSorted((left, right) => left - right)[Math.floor((times.length - 1) * share)] ?? Number.NaN;

function report(what: string, figure: number, unit: string, most?: number): void {
  const isOver = most !== undefined && !(figure <= most);
  if (isOver) isGood = false;
  const bar = most === undefined ? '' : ` (at most ${most})${isOver ? ' MISSED' : ''}`;
  process.stdout.write(`${what}: ${figure.toFixed(1)} ${unit}${bar}\n`);
}

/** Runs in the page and records when the socket sent a line and when the screen showed it. */
const watch = `
  window.seen = { said: new Map(), shown: new Map(), told: new Map(), gone: new Map() };
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        const now = performance.now();
        for (const [, text] of String(data).matchAll(/PRIVMSG #\\w+ :(.*)/g)) window.seen.said.set(text.trim(), now);
        for (const [, text] of String(data).matchAll(/CLEARMSG #\\w+ :(.*)/g)) window.seen.told.set(text.trim(), now);
      });
    }
  };
  addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => requestAnimationFrame(() => {
    const now = performance.now();
    for (const { addedNodes, removedNodes } of changes) {
      for (const node of addedNodes) window.seen.shown.set(node.querySelector?.('.chat-text')?.textContent, now);
      for (const node of removedNodes) window.seen.gone.set(node.querySelector?.('.chat-text')?.textContent, now);
    }
  })).observe(document.body, { childList: true, subtree: true }));
`;
const between = (from: string, to: string): Promise<number[]> =>
  page.evaluate(
    `[...window.seen.${from}].flatMap(([text, at]) => window.seen.${to}.has(text) ? [window.seen.${to}.get(text) - at] : [])`,
  );
const shows = (text: string) => page.locator('.chat-line', { hasText: text }).first().waitFor();

async function heapMib(of: Page): Promise<number> {
  const session = await of.context().newCDPSession(of);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 2 ** 20;
}

async function open(query: string): Promise<void> {
  await page.goto(`${stack.web}/chat-widget/view?${query}`);
}

/** Returns the times between frames, measured by the page during the work. */
async function framesFor(work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(`window.isWatched = true; window.frames60 = [];
    (function next(before) { if (window.isWatched) requestAnimationFrame((now) => { window.frames60.push(now - before); next(now); }); })(performance.now())`);
  await work();
  return await page.evaluate('window.isWatched = false, window.frames60.slice(1)');
}

/** Simulates ten seconds of a busy chat. */
async function talk(): Promise<void> {
  for (let each = 0; each < 500; each += 1) {
    say(`frame ${each} with some more words as people write them`);
    await pause(20);
  }
}

/** Returns the CPU share of the page's own thread, which does not depend on other work on the machine. */
async function busyShare(work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const [began, before] = [performance.now(), await read()];
  await work();
  const [ended, after] = [performance.now(), await read()];
  await session.detach();
  return ((after - before) * 1_000) / (ended - began);
}

try {
  await page.addInitScript(watch);
  await open('twitch=xqc&lines=100');
  while (!twitchState().includes('xqc')) await pause(20);

  const ids: string[] = [];
  for (let each = 0; each < 60; each += 1) {
    ids.push(say(`measured ${each}.`).id);
    await pause(20);
  }
  await shows('measured 59.');
  for (const id of ids) twitch('delete-line', { who: 'xqc', id });
  await page.locator('.chat-line').first().waitFor({ state: 'detached' });
  await pause(100);
  const [visible, gone] = [await between('said', 'shown'), await between('told', 'gone')];
  report('line on the screen after the socket, median', at(visible, 0.5), 'ms');
  report('line on the screen after the socket, p99', at(visible, 0.99), 'ms', LINE_VISIBLE_MS);
  report('deleted line gone after the socket, p99', at(gone, 0.99), 'ms', LINE_GONE_MS);

  const [atRest, busy] = [await framesFor(() => pause(10_000)), await framesFor(talk)];
  const usual = at(atRest, 0.5);
  const dropped = (frames: readonly number[]) => frames.filter((each) => each > usual * 1.5).length;
  report('frames while 50 lines come each second: median', at(busy, 0.5), 'ms');
  // Counts frames that this machine drops even without the widget.
  report('frames dropped at rest', dropped(atRest), `of ${atRest.length}`);
  report('frames dropped while 50 lines come each second', dropped(busy), `of ${busy.length}`, dropped(atRest));
  report('work of the page, of each frame', (await busyShare(talk)) * usual, 'ms', usual / 2);

  await open('twitch=xqc&lines=50');
  while (!twitchState().includes('xqc')) await pause(20);
  let before = 0;
  for (let each = 1; each <= LINES + 2_000; each += 1) {
    say(`line ${each}, of a hundred thousand.`);
    if (each % 250 === 0) await shows(`line ${each},`);
    // The memory that the first lines allocate once (code, styles, pictures) is not growth.
    if (each === 2_000) {
      await page.evaluate('for (const each of Object.values(window.seen)) each.clear()');
      before = await heapMib(page);
    }
    // Clears the bench's own records, which are not the widget's memory.
    if (each % 5_000 === 0) await page.evaluate('for (const each of Object.values(window.seen)) each.clear()');
  }
  await page.evaluate('for (const each of Object.values(window.seen)) each.clear()');
  report(`memory after ${LINES} lines, growth`, (await heapMib(page)) - before, 'MiB', GROWTH_MIB);

  await open('kick=xqc');
  const kickSubscriptions = () =>
    (stack.sim.worlds.get('kick')?.summary() as { subscriptions: number } | undefined)?.subscriptions ?? 0;
  while (kickSubscriptions() === 0) await pause(20);
  const passed: number[] = [];
  for (let each = 0; each < 60; each += 1) {
    const began = performance.now();
    stack.kick('chat', { who: 'xqc', by: 'late-latency', content: `kick ${each}.` });
    await shows(`kick ${each}.`);
    passed.push(performance.now() - began);
  }
  report('a line of Kick, from its push to the screen, median', at(passed, 0.5), 'ms');
  report('a line of Kick, from its push to the screen, p95', at(passed, 0.95), 'ms', LINE_VISIBLE_MS);
} finally {
  await browser.close();
  await stack.close();
}
process.exitCode = isGood ? 0 : 1;

function twitchState(): string {
  return JSON.stringify(stack.sim.worlds.get('twitch')?.summary(), (name, value: unknown) =>
    name === 'people' || name === 'panel' ? undefined : value,
  );
}
