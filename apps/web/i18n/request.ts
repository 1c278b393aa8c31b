import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { LOCALE_HEADER } from '../lib/paths/addresses.ts';
import { homes, type Messages } from './homes.ts';
import { chooseLocale, LOCALE_COOKIE } from './locale.ts';

export default getRequestConfig(async () => {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  const locale = chooseLocale(sent.get(LOCALE_HEADER) ?? jar.get(LOCALE_COOKIE)?.value, sent.get('accept-language'));
  const files = await Promise.all(
    homes.map(async (home) => {
      const file = (await import(`../messages/${locale}/${home}.json`)) as { default: unknown };
      return [home, file.default] as const;
    }),
  );
  return { locale, messages: Object.fromEntries(files) as unknown as Messages, timeZone: 'UTC' };
});
