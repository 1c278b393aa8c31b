import '../../ui/theme.css';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { directionOf } from '../../i18n/locales.ts';
import { config } from '../../lib/config.ts';
import { alternatesOf } from '../../lib/paths/alternates.ts';
import { isPublicPage } from '../../lib/paths/public-pages.ts';
import { fontVariables } from '../../ui/faces/fonts.ts';
import { FirstPaintScript } from './first-paint-script.tsx';

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: dark)', color: '#D92B20' },
    { media: '(prefers-color-scheme: light)', color: '#D2241C' },
  ],
};

export async function generateMetadata(): Promise<Metadata> {
  const [t, sent] = await Promise.all([getTranslations('shell'), headers()]);
  const path = sent.get('x-path') ?? '';
  const { SITE_NAME: site, webUrl } = config();
  return {
    metadataBase: new URL(webUrl),
    title: { default: `${site} · ${t('title')}`, template: `%s · ${site}` },
    description: t('description'),
    applicationName: site,
    ...(isPublicPage(path) ? { alternates: await alternatesOf(path) } : {}),
    openGraph: { siteName: site, type: 'website', title: `${site} · ${t('title')}`, description: t('description') },
    twitter: { card: 'summary_large_image' },
  };
}

/** Kept small, because every page loads all imports of this file. */
export async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, sent] = await Promise.all([getLocale(), headers()]);
  const nonce = sent.get('x-nonce') ?? undefined;
  return (
    <html lang={locale} dir={directionOf(locale)} className={fontVariables} suppressHydrationWarning>
      <head>
        <FirstPaintScript nonce={nonce} />
      </head>
      <body>
        <div id="page">{children}</div>
      </body>
    </html>
  );
}
