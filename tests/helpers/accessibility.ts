import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOnly, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/**
 * - `everything`: the standards, and what is good practice beside them.
 * - `standards`: what WCAG 2.2 asks for, A and AA.
 * - `colours`: of these what another theme can change. Theme is a set of colours, so the rest was found in the first one.
 * - `structure`: of these what another width can change, which is half of the work.
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
 * What axe finds wrong on the page, or in a part of it: each rule with the elements that break it. Its half a megabyte
 * goes into a page once, and what is well stays there: with `@axe-core/playwright` a look was twice the work.
 */
export async function violations(
  page: Page,
  wanted: Wanted = 'everything',
  part?: string,
): Promise<[string, string[]][]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  // Next puts a page into another's place first, and its head a moment later.
  await page.locator('head > title').first().waitFor({ state: 'attached' });
  const frugal: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] }, iframes: false };
  const options: RunOptions = { ...looks[wanted], ...frugal };
  return await page.evaluate(`
    axe.run(${JSON.stringify(part ?? null)} ?? document, ${JSON.stringify(options)})
      .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`);
}
