'use client';

import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import type { MessageHome } from '../../i18n/homes.ts';
import { lateMessages } from '../../i18n/late-messages.ts';
import { LinksContext } from '../../lib/browser/use-links.ts';
import type { ShellData, ShellFrame } from '../shell-data.ts';
import { browserQueryClient } from './browser-query-client.ts';

/** The providers for interactive parts, used once by the dashboard and by each public page with such parts. */
export function ShellProviders({ shell, children }: { shell: ShellData; children: ReactNode }) {
  const [client] = useState(() => browserQueryClient(shell.messages));
  return (
    <CSPProvider nonce={shell.nonce}>
      <DirectionProvider direction={shell.direction}>
        <QueryClientProvider client={client}>
          <NextIntlClientProvider locale={shell.locale} messages={shell.messages} timeZone="UTC">
            <LinksContext value={shell.links}>{children}</LinksContext>
          </NextIntlClientProvider>
        </QueryClientProvider>
      </DirectionProvider>
    </CSPProvider>
  );
}

const none: readonly MessageHome[] = [];
const shared = ['failures', 'shell', 'ui'] as const satisfies readonly MessageHome[];

/** The providers for a part that loads late. It fetches its own texts, so the page does not contain them. */
export function LateProviders({
  shell,
  homes = none,
  fallback = null,
  children,
}: {
  shell: ShellFrame;
  /** Text files beyond those that every page has. */
  homes?: readonly MessageHome[];
  fallback?: ReactNode;
  children: ReactNode;
}) {
  const [messages, setMessages] = useState<ShellData['messages']>();
  useEffect(() => {
    let isGone = false;
    void lateMessages(shell.locale, [...shared, ...homes]).then((all) => isGone || setMessages(all));
    return () => {
      isGone = true;
    };
  }, [shell.locale, homes]);
  return messages ? <ShellProviders shell={{ ...shell, messages }}>{children}</ShellProviders> : fallback;
}
