import { isOutside } from '../paths/site-links.ts';

/** Set by `next.config.ts` during the build. */
const addresses = (process.env.BUILT_PAGES ?? '').split(' ').filter((address) => address !== '');

/** Whether a link leads to a built page, or outside. */
export const isBuilt = (href: string, built: readonly string[] = addresses): boolean =>
  // Without a list (in a single test), nothing is hidden.
  built.length === 0 || isOutside(href) || built.some((address) => leadsTo(address, segmentsOf(href)));

const segmentsOf = (address: string): string[] => (address.split(/[?#]/)[0] ?? '').split('/').filter(Boolean);

function leadsTo(address: string, wanted: readonly string[]): boolean {
  const parts = segmentsOf(address);
  const rest = parts.findIndex((part) => /^\[{1,2}\.\.\./.test(part));
  const own = rest < 0 ? parts : parts.slice(0, rest);
  if (rest < 0 ? own.length !== wanted.length : own.length > wanted.length) return false;
  return own.every((part, place) => part.startsWith('[') || part === wanted[place]);
}
