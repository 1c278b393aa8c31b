import { nightCity } from '@tally/tests/api';
import { freePort } from '@tally/tests/free-port';
import { startStack } from '@tally/tests/stack';
import { openBrowser } from '@tally/tests/visitor';
import lighthouse from 'lighthouse';
import { startEmptyApp } from './empty-app.ts';
import { slowdownFor, USUAL_SLOWDOWN } from './slowdown.ts';

/**
 * S9: Lighthouse with a phone's profile against a production build (`npm run build` first). Scores are medians of three
 * runs, because the machine is shared. Pages of the dashboard are measured with a login. Search engines never see them,
 * so they have no SEO score. `npm run bench:web -- /dashboard` measures only some pages.
 *
 * An empty app of the same Next runs beside them; its score is the upper limit here. If this machine is not the desktop
 * that Lighthouse's profile assumes, a second run uses a slowdown that matches a phone. The bars apply to the usual
 * slowdown. See "Pages" in bench/LOG.md.
 */
const RUNS = 3;
const bars = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 } as const;
type Category = keyof typeof bars;
const LAYOUT_SHIFT_AT_MOST = 0.02;
/** The JavaScript of an empty Next app of this version. Each page may add a limited amount. */
const EMPTY_APP_KIB = 134;

interface Measured {
  readonly path: string;
  readonly scriptsAtMost: number;
  readonly isDashboard?: boolean;
}
const pages: readonly Measured[] = [
  { path: '/', scriptsAtMost: 1.3 },
  { path: '/kick-overlay-maker', scriptsAtMost: 1.6 },
  { path: '/kick-links-discord-embed', scriptsAtMost: 1.6 },
  // An app with the query cache, tabs and menus that the dashboard uses.
  { path: '/kick-emote-downloader', scriptsAtMost: 2.2 },
  { path: '/twitch-emote-downloader', scriptsAtMost: 2.2 },
  { path: '/chat-widget', scriptsAtMost: 1.6 },
  { path: '/blog', scriptsAtMost: 1.6 },
  { path: '/status', scriptsAtMost: 1.6 },
  { path: '/feedback', scriptsAtMost: 1.9 },
  { path: '/docs', scriptsAtMost: 1.6 },
  { path: '/docs/help/error-log', scriptsAtMost: 1.6 },
  { path: '/dashboard', scriptsAtMost: 2.2, isDashboard: true },
  { path: `/dashboard/server/${nightCity}/notifications/kick`, scriptsAtMost: 2.2, isDashboard: true },
];

const asked = process.argv.slice(2);

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const categoriesOf = ({ isDashboard }: Measured): readonly Category[] =>
  (Object.keys(bars) as Category[]).filter((name) => !(isDashboard && name === 'seo'));

interface Request {
  readonly url?: string;
  readonly resourceType?: string;
  readonly transferSize?: number;
}

async function measure(url: string, { port, onlyCategories, cookie, slowdown = USUAL_SLOWDOWN }: Visit) {
  const extraHeaders = cookie ? { Cookie: cookie } : null;
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...onlyCategories],
    extraHeaders,
    throttling: { cpuSlowdownMultiplier: slowdown },
  });
  if (!result) throw new Error(`Lighthouse gave no answer for ${url}`);
  const { categories, audits, environment, finalDisplayedUrl } = result.lhr;
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`);
  const requests = (audits['network-requests']?.details as { items?: Request[] } | undefined)?.items ?? [];
  const kibOf = (type: string) =>
    requests.filter((item) => item.resourceType === type).reduce((sum, item) => sum + (item.transferSize ?? 0), 0) /
    1024;
  return {
    scores: new Map(onlyCategories.map((name) => [name, categories[name]?.score ?? 0])),
    times: timings.map((id) => audits[id]?.numericValue ?? 0),
    layoutShift: audits['cumulative-layout-shift']?.numericValue ?? 1,
    scriptKib: kibOf('Script'),
    fontKib: kibOf('Font'),
    benchmarkIndex: environment.benchmarkIndex,
    failed: Object.values(audits)
      .filter((audit) => audit.score !== null && audit.score < 1 && audit.scoreDisplayMode === 'binary')
      .map((audit) => audit.id),
  };
}

interface Visit {
  readonly port: number;
  readonly onlyCategories: readonly Category[];
  readonly cookie: string | null;
  readonly slowdown?: number;
}
type Run = Awaited<ReturnType<typeof measure>>;

const timings = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index'] as const;

const line = (name: string, text: string) => process.stdout.write(`  ${name.padEnd(16)} ${text}\n`);

const timesOf = (runs: readonly Run[]) =>
  timings.map((id, at) => `${id} ${median(runs.map((run) => run.times[at] ?? 0)).toFixed(0)} ms`).join(', ');
const performanceOf = (runs: readonly Run[]) =>
  (median(runs.map((run) => run.scores.get('performance') ?? 0)) * 100).toFixed(0);

async function several(url: string, visit: Visit): Promise<readonly Run[]> {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure(url, visit));
  return runs;
}

/** Prints the measurements; returns whether a bar was missed. */
function tell({ scriptsAtMost, path }: Measured, runs: readonly Run[]): boolean {
  let isShort = false;
  process.stdout.write(`S9 ${path}\n`);
  for (const name of runs[0]?.scores.keys() ?? []) {
    const scores = runs.map((run) => run.scores.get(name) ?? 0);
    const score = median(scores);
    isShort ||= score < bars[name];
    // Prints each run, because the first visit to a new server differs from the others.
    const each = scores.map((one) => (one * 100).toFixed(0)).join(', ');
    line(name, `${(score * 100).toFixed(0)} (bar: ${bars[name] * 100}; ${each})`);
  }
  line('times', timesOf(runs));
  const scriptKib = median(runs.map((run) => run.scriptKib));
  const layoutShift = median(runs.map((run) => run.layoutShift));
  isShort ||= scriptKib > EMPTY_APP_KIB * scriptsAtMost || layoutShift > LAYOUT_SHIFT_AT_MOST;
  const ratio = (scriptKib / EMPTY_APP_KIB).toFixed(2);
  line('scripts', `${scriptKib.toFixed(0)} KiB, ${ratio} × empty (bar: ${scriptsAtMost} ×)`);
  line('fonts', `${median(runs.map((run) => run.fontKib)).toFixed(0)} KiB`);
  line('layout shift', `${layoutShift.toFixed(3)} (bar: ${LAYOUT_SHIFT_AT_MOST})`);
  const failed = [...new Set(runs.flatMap((run) => run.failed))];
  if (failed.length > 0) line('audits not met', failed.join(', '));
  return isShort;
}

const [port, emptyPort] = [await freePort(), await freePort()];
const empty = await startEmptyApp(emptyPort);
const [stack, browser] = await Promise.all([
  startStack({ serverEnv: { PLANS: 'unlimited' } }),
  openBrowser([`--remote-debugging-port=${port}`]),
]);
try {
  const token = await stack.logIn();
  const ofEmpty = { port, onlyCategories: ['performance'], cookie: null } as const;
  const runs = await several(empty.url, ofEmpty);
  const benchmarkIndex = median(runs.map((run) => run.benchmarkIndex));
  const slowdown = slowdownFor(benchmarkIndex);
  const isUsual = Math.abs(slowdown - USUAL_SLOWDOWN) < 0.25;
  process.stdout.write(`benchmarkIndex ${benchmarkIndex.toFixed(0)}: slowed ${slowdown.toFixed(1)} × it is a phone\n`);
  process.stdout.write('An empty app of the same Next\n');
  line('performance', `${performanceOf(runs)} (${timesOf(runs)})`);
  /** Measures the page at a phone's speed on this machine. The result is only printed. */
  const tellCalibrated = async (url: string, visit: Visit) => {
    const calibrated = await several(url, { ...visit, onlyCategories: ['performance'], slowdown });
    line(`at ${slowdown.toFixed(1)} ×`, `performance ${performanceOf(calibrated)} (${timesOf(calibrated)})`);
  };
  if (!isUsual) await tellCalibrated(empty.url, ofEmpty);
  for (const page of pages.filter(({ path }) => asked.length === 0 || asked.includes(path))) {
    const visit = { port, onlyCategories: categoriesOf(page), cookie: page.isDashboard ? `token=${token}` : null };
    const url = `${stack.web}${page.path}`;
    if (tell(page, await several(url, visit))) process.exitCode = 1;
    if (!isUsual) await tellCalibrated(url, visit);
  }
} finally {
  await browser.close();
  await Promise.all([stack.close(), empty.close()]);
}
