import { NextIntlClientProvider } from 'next-intl';
import { getMessages } from 'next-intl/server';
import type { ReactNode } from 'react';
import type { MessageHome } from './homes.ts';

const shared = ['failures', 'shell', 'ui'] as const satisfies readonly MessageHome[];

/**
 * Passes the texts of some message files to the client components below. Other texts stay on the server, so a page
 * contains only those that it shows. The shared ones are always included.
 */
export async function MessagesOf({ homes, children }: { homes?: readonly MessageHome[]; children: ReactNode }) {
  const all = await getMessages();
  const wanted = new Set<string>([...shared, ...(homes ?? [])]);
  const messages = Object.fromEntries(Object.entries(all).filter(([home]) => wanted.has(home)));
  return <NextIntlClientProvider messages={messages}>{children}</NextIntlClientProvider>;
}
