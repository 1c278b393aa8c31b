'use client';

import { CSPProvider } from '@base-ui/react/csp-provider';
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { LinksContext } from '../../lib/browser/use-links.ts';
import type { ShellData } from '../shell-data.ts';
import { browserQueryClient } from './browser-query-client.ts';

/** What interactive parts need around them. Used once by the dashboard, and by each lazy part of a public page. */
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
