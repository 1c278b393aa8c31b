/** Script tags with a page's data. The search is linear: pages have up to 2 MB of untrusted text. */
import { parseJson } from '@tally/kernel';

export type StateTag = 'SIGI_STATE' | '__UNIVERSAL_DATA_FOR_REHYDRATION__' | '__FRONTITY_CONNECT_STATE__';

/** How much of a page is searched for a challenge; challenge pages are tiny. */
const HEAD = 20_000;
const challenge = /_wafchallengeid|slardar_us_waf|Verify to continue|captcha\/index\.js/;

/** Whether the page is a challenge; it answers 200 like a good one. */
export const isChallenge = (html: string): boolean => challenge.test(html.slice(0, HEAD));

/**
 * The text in the tag; null if it is missing. Every slash inside is escaped, so the first closing tag is the right one.
 */
export function stateIn(html: string, tag: StateTag): string | null {
  const named = html.indexOf(`id="${tag}"`);
  if (named < 0) return null;
  const start = html.indexOf('>', named);
  const end = start < 0 ? -1 : html.indexOf('</script', start);
  return end < 0 ? null : html.slice(start + 1, end);
}

/** Ids have 64 bits and sometimes come as numbers, which would be rounded; we keep those as text. */
const keepBigNumbers = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '')
    ? context?.source
    : value;

export const parseExactly = (text: string): unknown => parseJson(text, keepBigNumbers);

/** The beginning of an odd answer, for the log. */
export const sampleOf = (text: string): string => text.slice(0, 160).replace(/\s+/g, ' ');
