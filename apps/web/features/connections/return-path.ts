import { writeCookie } from '../../lib/browser/write-cookie.ts';
import { localPath } from '../../lib/paths/local-path.ts';

/** Where a link to a platform was pressed. It outlives the way over the platform's pages. */
export const RETURN_COOKIE = 'link-return';
export const droppedReturnCookie = `${RETURN_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;

const FIFTEEN_MINUTES_IN_DAYS = 15 / 1440;

/** Comes back to this page, or, for another start, to the page that says it worked. */
export function rememberReturn(comesBack: boolean): void {
  const here = window.location.pathname + window.location.search;
  writeCookie(RETURN_COOKIE, comesBack ? encodeURIComponent(here) : '', {
    days: comesBack ? FIFTEEN_MINUTES_IN_DAYS : 0,
  });
}

/** The cookie is written by a script, so anything may be in it. */
export const returnPath = (remembered: string | undefined, fallback: string): string => localPath(remembered, fallback);
