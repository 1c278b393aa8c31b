import { isOutside } from '../paths/site-links.ts';

/** The page URLs in this build, which `next.config.ts` sets. */
const addresses = (process.env.BUILT_PAGES ?? '').split(' ').filter((address) => address !== '');

/** True if a link leads to a page in this build, or to another site. */
export const isBuilt = (href: string, built: readonly string[] = addresses): boolean =>
  // Single tests have no list, so nothing is hidden there.
  built.length === 0 || isOutside(href) || built.some((address) => leadsTo(address, segmentsOf(href)));

const segmentsOf = (address: string): string[] => (address.split(/[?#]/)[0] ?? '').split('/').filter(Boolean);

function leadsTo(address: string, wanted: readonly string[]): boolean {
  const parts = segmentsOf(address);
  const rest = parts.findIndex((part) => /^\[{1,2}\.\.\./.test(part));
  const own = rest < 0 ? parts : parts.slice(0, rest);
  if (rest < 0 ? own.length !== wanted.length : own.length > wanted.length) return false;
  return own.every((part, place) => part.startsWith('[') || part === wanted[place]);
}
