import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startStack } from '@tally/tests/stack';
import { openBrowser, visit } from '@tally/tests/visitor';
import { readMemory } from '../shared/processes.ts';

/**
 * Measures the pages that download emotes, on the simulated Kick (run `npm run build` first): a cached list of 300, a
 * zip of 500 compared with a bare loop over the same files, and a thousand tiles in the browser.
 */
const BARS = { gridMs: 1_000, frameMs: 50, zipMs: 3_000, growthMib: 100, ratio: 1.5 };
const ROUNDS = 3;

const [stack, browser] = await Promise.all([startStack(), openBrowser()]);

function report(what: string, figure: number, unit: string, most?: number): void {
  const isOver = most !== undefined && !(figure <= most);
  if (isOver) process.exitCode = 1;
  const bar = most === undefined ? '' : ` (at most ${most})${isOver ? ' MISSED' : ''}`;
  process.stdout.write(`${what}: ${figure.toFixed(2)} ${unit}${bar}\n`);
}
const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Creates many emotes with few different names, because the simulated Kick caches only 300 drawn files. */
function fill(username: string, count: number): number[] {
  stack.kick('add-creator', { username });
  return Array.from({ length: count }, (_, at) => {
    const { ids } = stack.kick('emotes', { who: username, name: `bench${at % 50}`, picture: 'png' }) as {
      ids: number[];
    };
    return ids[0] ?? 0;
  });
}

async function bare(urls: readonly string[]): Promise<{ ms: number; bytes: number }> {
  const child = fork(new URL('bare-zip.ts', import.meta.url));
  const answered = once(child, 'message');
  child.send(urls);
  const [answer] = await answered;
  await once(child, 'exit');
  return answer as { ms: number; bytes: number };
}

/** Reads the server's memory repeatedly during the download. */
async function zip(urls: readonly string[]): Promise<{ ms: number; bytes: number; peakMib: number }> {
  const began = performance.now();
  const answer = await fetch(`${stack.server.url}/data/emotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ platform: 'kick', emotes: urls.map((url, at) => ({ name: `bench${at % 50}`, url })) }),
  });
  if (!answer.ok || !answer.body) throw new Error(`the zip was answered with ${answer.status}`);
  let bytes = 0;
  let peakMib = 0;
  for await (const part of answer.body) {
    bytes += part.length;
    peakMib = Math.max(peakMib, (await readMemory(stack.server.pid)).rss);
  }
  return { ms: performance.now() - began, bytes, peakMib };
}

async function grid(username: string, count: number): Promise<void> {
  const { page, leave } = await visit(browser, stack);
  await page.goto(`/kick-emote-downloader?channel=${username}`);
  // A long grid renders only visible tiles; each tile knows the total.
  await page.locator(`li[aria-setsize="${count}"] button[title]`).first().waitFor();
  const began = performance.now();
  await page.reload();
  await page.locator('button[title]').first().waitFor();
  report(`page with ${count} emotes, warm, until tiles are there`, performance.now() - began, 'ms');
  const frames: number[] = await page.evaluate(`new Promise((resolve) => {
    const all = []; let before = performance.now();
    requestAnimationFrame(function next(now) {
      all.push(now - before); before = now; scrollBy(0, 120);
      if (all.length < 120) requestAnimationFrame(next); else resolve(all.slice(1));
    });
  })`);
  report(`frames while ${count} are scrolled, median`, median(frames), 'ms');
  report('the longest of them', Math.max(...frames), 'ms', BARS.frameMs);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  report('memory of its scripts', (await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20, 'MiB');
  await leave();
}

try {
  fill('grid300', 300);
  const list = async () => {
    const began = performance.now();
    await (await fetch(`${stack.server.url}/data/emotes/kick/grid300`)).text();
    return performance.now() - began;
  };
  report('list of 300, cold', await list(), 'ms');
  const warm: number[] = [];
  for (let round = 0; round < 20; round += 1) warm.push(await list());
  report('list of 300, warm, slowest of 20', Math.max(...warm), 'ms', BARS.gridMs);

  const urls = fill('zip500', 500).map((id) => `${stack.sim.url}/kick/files/emotes/${id}/fullsize`);
  await bare(urls);
  await zip(urls.slice(0, 20));
  const before = (await readMemory(stack.server.pid)).rss;
  const ours: Awaited<ReturnType<typeof zip>>[] = [];
  const theirs: Awaited<ReturnType<typeof bare>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    theirs.push(await bare(urls));
    // Waits until our own budget for one host has refilled: 500 at once, 300 a second (`fileBudgets`).
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    ours.push(await zip(urls));
  }
  const [ms, bareMs] = [median(ours.map((each) => each.ms)), median(theirs.map((each) => each.ms))];
  report('500 in a zip', (ours[0]?.bytes ?? 0) / 1e6, 'MB');
  report('500 in a zip, with the way to the simulated Kick', ms, 'ms', BARS.zipMs);
  report('of a bare loop', ms / bareMs, '×', BARS.ratio);
  report('memory meanwhile, growth', Math.max(...ours.map((each) => each.peakMib)) - before, 'MiB', BARS.growthMib);

  await grid('grid300', 300);
  fill('grid1000', 1_000);
  await grid('grid1000', 1_000);
} finally {
  await browser.close();
  await stack.close();
}
