import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { LOCALE_HEADER } from '../lib/paths/addresses.ts';
import { homes } from './homes.ts';
import { lateMessages } from './late-messages.ts';
import { chooseLocale, LOCALE_COOKIE } from './locale.ts';

export default getRequestConfig(async () => {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  const locale = chooseLocale(sent.get(LOCALE_HEADER) ?? jar.get(LOCALE_COOKIE)?.value, sent.get('accept-language'));
  return { locale, messages: await lateMessages(locale, homes), timeZone: 'UTC' };
});
