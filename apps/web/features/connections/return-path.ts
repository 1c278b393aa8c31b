import { writeCookie } from '../../lib/browser/write-cookie.ts';
import { localPath } from '../../lib/paths/local-path.ts';

/** The page where a link was started. It survives the visit to the platform's pages. */
export const RETURN_COOKIE = 'link-return';
export const droppedReturnCookie = `${RETURN_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;

const FIFTEEN_MINUTES_IN_DAYS = 15 / 1440;

/** Returns to this page, or to the success page if linking started elsewhere. */
export function rememberReturn(comesBack: boolean): void {
  const here = window.location.pathname + window.location.search;
  writeCookie(RETURN_COOKIE, comesBack ? encodeURIComponent(here) : '', {
    days: comesBack ? FIFTEEN_MINUTES_IN_DAYS : 0,
  });
}

/** A script writes the cookie, so it may contain anything. */
export const returnPath = (remembered: string | undefined, fallback: string): string => localPath(remembered, fallback);
