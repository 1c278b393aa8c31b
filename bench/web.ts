import { createServer } from 'node:net';
import { chromium } from '@playwright/test';
import { findChromium } from '@tally/tests/chromium';
import lighthouse from 'lighthouse';

/**
 * S9: Lighthouse on a phone's profile against a production build that runs already (`npm start`). Scores are medians
 * of three runs, because the machine is shared.
 */
const base = process.env.BENCH_WEB_URL ?? 'http://127.0.0.1:3000';
const RUNS = 3;
const bars = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 } as const;
/** JavaScript of an empty Next app of this version, and how much more a page may bring. */
const EMPTY_APP_KIB = 134;
const pages = [{ path: '/', scriptsAtMost: 1.3 }] as const;

type Category = keyof typeof bars;

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(url: string, port: number) {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: Object.keys(bars) });
  if (!result) throw new Error(`Lighthouse gave no answer for ${url}`);
  const { categories, audits } = result.lhr;
  const requests = audits['network-requests']?.details as
    | { items?: { resourceType?: string; transferSize?: number }[] }
    | undefined;
  const scripts = (requests?.items ?? []).filter((item) => item.resourceType === 'Script');
  return {
    scores: Object.fromEntries(Object.keys(bars).map((name) => [name, categories[name]?.score ?? 0])) as Record<
      Category,
      number
    >,
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? 1,
    scriptKib: scripts.reduce((sum, item) => sum + (item.transferSize ?? 0), 0) / 1024,
    failed: Object.values(audits)
      .filter((audit) => audit.score !== null && audit.score < 1 && audit.scoreDisplayMode === 'binary')
      .map((audit) => audit.id),
  };
}

const port = await freePort();
const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium found; install it or set CHROMIUM_PATH.');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', `--remote-debugging-port=${port}`] });
let isShort = false;
try {
  for (const { path, scriptsAtMost } of pages) {
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await measure(`${base}${path}`, port));
    process.stdout.write(`S9 ${path}\n`);
    for (const name of Object.keys(bars) as Category[]) {
      const score = median(runs.map((run) => run.scores[name]));
      isShort ||= score < bars[name];
      process.stdout.write(`  ${name.padEnd(16)} ${(score * 100).toFixed(0)} (bar: ${bars[name] * 100})\n`);
    }
    const scriptKib = median(runs.map((run) => run.scriptKib));
    const layoutShift = median(runs.map((run) => run.layoutShift));
    isShort ||= scriptKib > EMPTY_APP_KIB * scriptsAtMost || layoutShift > 0.02;
    process.stdout.write(
      `  scripts          ${scriptKib.toFixed(0)} KiB, ${(scriptKib / EMPTY_APP_KIB).toFixed(2)} × empty (bar: ${scriptsAtMost} ×)\n`,
    );
    process.stdout.write(`  layout shift     ${layoutShift.toFixed(3)} (bar: 0.02)\n`);
    const failed = [...new Set(runs.flatMap((run) => run.failed))];
    if (failed.length > 0) process.stdout.write(`  audits not met   ${failed.join(', ')}\n`);
  }
} finally {
  await browser.close();
}
process.exitCode = isShort ? 1 : 0;
