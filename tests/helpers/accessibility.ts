import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOnly, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/**
 * - `everything`: the standards and good practice.
 * - `standards`: WCAG 2.2, A and AA.
 * - `colours`: the standards that another theme can break, because a theme only changes colors.
 * - `structure`: the standards that another width can break, which is half of the work.
 */
type Wanted = 'everything' | 'standards' | 'colours' | 'structure';

const standards: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const colours = ['color-contrast', 'link-in-text-block'];
const looks: Readonly<Record<Wanted, RunOptions>> = {
  everything: {},
  standards: { runOnly: standards },
  colours: { runOnly: { type: 'rule', values: colours } },
  structure: { runOnly: standards, rules: Object.fromEntries(colours.map((rule) => [rule, { enabled: false }])) },
};

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns Axe's findings on the page or a part of it: each rule with the elements that break it. A page loads its half
 * a megabyte once; `@axe-core/playwright` needed twice the work.
 */
export async function violations(
  page: Page,
  wanted: Wanted = 'everything',
  part?: string,
): Promise<[string, string[]][]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  // Next replaces the page first, and its head a moment later.
  await page.locator('head > title').first().waitFor({ state: 'attached' });
  const frugal: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] }, iframes: false };
  const options: RunOptions = { ...looks[wanted], ...frugal };
  return await page.evaluate(`
    axe.run(${JSON.stringify(part ?? null)} ?? document, ${JSON.stringify(options)})
      .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`);
}
