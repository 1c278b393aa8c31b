import { writeCookie } from '../../lib/browser/write-cookie.ts';
import { localPath } from '../../lib/paths/local-path.ts';

/** Stores the page where linking started while the person visits the platform. */
export const RETURN_COOKIE = 'link-return';
export const droppedReturnCookie = `${RETURN_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;

const FIFTEEN_MINUTES_IN_DAYS = 15 / 1440;

/** Remembers the current page for the return. Otherwise, linking ends on the success page. */
export function rememberReturn(comesBack: boolean): void {
  const here = window.location.pathname + window.location.search;
  writeCookie(RETURN_COOKIE, comesBack ? encodeURIComponent(here) : '', {
    days: comesBack ? FIFTEEN_MINUTES_IN_DAYS : 0,
  });
}

/** Scripts can write this cookie, so its value is checked. */
export const returnPath = (remembered: string | undefined, fallback: string): string => localPath(remembered, fallback);
