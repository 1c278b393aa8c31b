import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/**
 * - `everything`: the standards, and what is good practice beside them.
 * - `standards`: what WCAG 2.2 asks for, A and AA.
 * - `colours`: of these what another theme can change. Theme is a set of colours, so the rest was found in the first one.
 */
type Wanted = 'everything' | 'standards' | 'colours';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const colours = ['color-contrast', 'link-in-text-block'];

/** What axe finds wrong on the page, or in a part of it: each rule with the elements that break it. */
export async function violations(
  page: Page,
  wanted: Wanted = 'everything',
  part?: string,
): Promise<[string, string[]][]> {
  // Otherwise it opens an empty tab for each look, for frames of other sites; our pages have none, and a tab takes longer than the look.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (part) axe.include(part);
  if (wanted === 'standards') axe.withTags(standards);
  if (wanted === 'colours') axe.withRules(colours);
  const found = await axe.analyze();
  return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
