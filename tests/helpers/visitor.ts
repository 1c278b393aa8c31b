import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Page,
} from 'playwright';
import { TestRunner } from 'vitest';
import { findChromium } from './chromium.ts';
import type { Stack } from './stack.ts';

export const openBrowser = (args: readonly string[] = []): Promise<Browser> => {
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--renderer-process-limit=3', ...args],
  });
};

/** A person with a separate browser, whose errors are collected. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console and script errors, and violations of the content security policy. */
  readonly problems: string[];
  readonly leave: () => Promise<void>;
}

export interface VisitorOptions extends BrowserContextOptions {
  /** Logs the person in with this token. */
  readonly token?: string;
}

export async function visit(
  browser: Browser,
  stack: Stack,
  { token, ...options }: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: stack.web,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    locale: 'en-US',
    reducedMotion: 'reduce',
    ...options,
  });
  // A page with twenty sequential calls takes this long if every core is busy.
  context.setDefaultTimeout(45_000);
  if (token) await context.addCookies([tokenCookie(stack, token)]);
  const problems: string[] = [];
  context.on('console', (message) => keepProblem(problems, message));
  context.on('weberror', (error) => problems.push(`${error.page()?.url()}: ${error.error().message}`));
  const page = await context.newPage();
  const leave = async () => {
    if (TestRunner.getCurrentTest()?.result?.state === 'fail') await sayWhatIsThere(page, problems);
    await context.close();
  };
  return { context, page, problems, leave };
}

/** Prints the page's content, because a timed-out test reports only the condition that it waited for. */
async function sayWhatIsThere(page: Page, problems: readonly string[]): Promise<void> {
  const text = await page.locator('body').innerText({ timeout: 5_000 }).catch(String);
  console.error([`At ${page.url()}:`, text.replace(/\n+/g, '\n'), ...problems].join('\n'));
}

function keepProblem(problems: string[], message: ConsoleMessage): void {
  // The message about a failed resource contains its URL only as its location.
  const { url } = message.location();
  if (message.type() === 'error') problems.push(`${message.page()?.url()}: ${message.text()} (${url})`);
}

/** Opens another tab in the same browser and collects its errors. Resources from earlier tabs are cached. */
export async function openTab({ context }: Visitor): Promise<Pick<Visitor, 'page' | 'problems' | 'leave'>> {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => keepProblem(problems, message));
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  return { page, problems, leave: () => page.close() };
}

export const tokenCookie = (stack: Stack, value: string) => ({
  name: 'token',
  value,
  url: stack.web,
  httpOnly: true,
  sameSite: 'Lax' as const,
});

/** Returns the save bar of a form with changes. */
export const unsavedChanges = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });

/** Lets pending work in the page run. */
export const nextFrame = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');

/** Changes the theme as the header's switch does. */
export async function wear(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
  await nextFrame(page);
}

/** Returns the elements that make the page wider than its window. */
export const sticksOut = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const isOut = ({ left, right }) => right > width + 1 || left < -1;
    const out = [...document.querySelectorAll('body *')].filter((each) => isOut(each.getBoundingClientRect()));
    return ['the page', ...out.map((each) => each.outerHTML.slice(0, 160))];
  })()`);

/** Returns the layout shift without user input since the page began, which is at most the page's CLS. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const jumps = observer.takeRecords().filter((each) => !each.hadRecentInput);
    observer.disconnect();
    return jumps.reduce((sum, { value }) => sum + value, 0);
  })()`);
