/** Script tags with a page's data. The search is linear, because pages have up to 2 MB of untrusted text. */
import { parseJson } from '@tally/kernel';

export type StateTag = 'SIGI_STATE' | '__UNIVERSAL_DATA_FOR_REHYDRATION__' | '__FRONTITY_CONNECT_STATE__';

/** How much of a page is searched for a challenge. Challenge pages are tiny. */
const HEAD = 20_000;
const challenge = /_wafchallengeid|slardar_us_waf|Verify to continue|captcha\/index\.js/;

/** Returns whether the page is a challenge, because a challenge also has status 200. */
export const isChallenge = (html: string): boolean => challenge.test(html.slice(0, HEAD));

/** Returns the text in the tag, or null. Slashes inside are escaped, so the first closing tag is the right one. */
export function stateIn(html: string, tag: StateTag): string | null {
  const named = html.indexOf(`id="${tag}"`);
  if (named < 0) return null;
  const start = html.indexOf('>', named);
  const end = start < 0 ? -1 : html.indexOf('</script', start);
  return end < 0 ? null : html.slice(start + 1, end);
}

/** Ids have 64 bits and sometimes come as numbers, which would be rounded, so we keep those as text. */
const keepBigNumbers = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '')
    ? context?.source
    : value;

export const parseExactly = (text: string): unknown => parseJson(text, keepBigNumbers);

/** Returns the beginning of an odd response, for the log. */
export const sampleOf = (text: string): string => text.slice(0, 160).replace(/\s+/g, ' ');
