import { cookies, headers } from 'next/headers';
import { getLocale, getMessages } from 'next-intl/server';
import { cache } from 'react';
import type { Messages } from '../i18n/homes.ts';
import { directionOf, type Locale } from '../i18n/locales.ts';
import { config } from '../lib/config.ts';
import { type SiteLinks, siteLinks } from '../lib/paths/site-links.ts';
import { type HouseNews, houseNews, isApiDown, saleHere } from '../lib/proxy/api-status.ts';
import { TOKEN_COOKIE } from '../lib/proxy/session-cookies.ts';

/** Data for the client parts of a page's layout. Their texts load with them. */
export interface ShellFrame {
  readonly site: string;
  readonly locale: Locale;
  readonly direction: 'ltr' | 'rtl';
  readonly nonce: string | undefined;
  /** True if there is a token, which only the API can validate. */
  readonly isLoggedIn: boolean;
  readonly isApiDown: boolean;
  readonly news: HouseNews;
  /** True if this installation sells plans. */
  readonly isSelling: boolean;
  readonly links: SiteLinks;
}

/** Adds the texts of every interactive page. The server creates it once per request. */
export interface ShellData extends ShellFrame {
  readonly messages: Pick<Messages, 'failures' | 'shell' | 'ui'>;
}

export const getShellData = cache(async (): Promise<ShellData> => {
  const [locale, jar, sent, all, apiDown] = await Promise.all([
    getLocale(),
    cookies(),
    headers(),
    getMessages(),
    isApiDown(),
  ]);
  const { failures, shell, ui } = all;
  return {
    site: config().SITE_NAME,
    locale,
    direction: directionOf(locale),
    nonce: sent.get('x-nonce') ?? undefined,
    isLoggedIn: jar.has(TOKEN_COOKIE),
    isApiDown: apiDown,
    news: houseNews(),
    isSelling: saleHere() === 'open',
    links: siteLinks(config()),
    messages: { failures, shell, ui },
  };
});

/** Cached per request, so the page contains the object only once. */
export const getShellFrame = cache(async (): Promise<ShellFrame> => {
  const { messages: _, ...frame } = await getShellData();
  return frame;
});
