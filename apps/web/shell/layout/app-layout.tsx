import { ServerId } from '@tally/contract/wire/ids';
import { headers } from 'next/headers';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { askServers } from '../../features/servers/first-answers.ts';
import { type Ask, askAhead } from '../../lib/start/ask-ahead.ts';
import { Answered } from '../answered.tsx';
import { Banners } from '../banners/banners.tsx';
import { Account } from '../header/account.tsx';
import { Header } from '../header/header.tsx';
import { meQuery } from '../me.ts';
import { Notices } from '../notices.tsx';
import { serverQuery } from '../server/api.ts';
import { newestErrorQuery } from '../server/errors.ts';
import { SessionGate } from '../session-gate.tsx';
import { getShellData, getShellFrame } from '../shell-data.ts';
import { Shortcuts } from '../shortcuts/shortcuts.tsx';
import { inPath } from '../sidebar/in-path.ts';
import { Sidebar } from '../sidebar/sidebar.tsx';
import { PageFocus } from './page-focus.tsx';
import { ShellProviders } from './providers.tsx';
import { Reporting } from './reporting.tsx';
import { SkipLink } from './skip-link.tsx';
import { SlowNote } from './slow-note.tsx';

/** The page shows nothing until its first answers arrive, or until this time has passed. */
const PATIENCE_MS = 300;

/** The layout behind the login: header, sidebar if the pages have one, and the page. */
export async function AppLayout({ hasSidebar = true, children }: { hasSidebar?: boolean; children: ReactNode }) {
  const [t, shell, frame, answers] = await Promise.all([
    getTranslations('shell'),
    getShellData(),
    getShellFrame(),
    askAhead((ask) => Promise.all([ask(meQuery()), askServers(ask), askSidebar(ask)]), PATIENCE_MS),
  ]);
  return (
    <ShellProviders shell={shell}>
      <Answered answers={answers}>
        <div className="flex min-h-dvh flex-col lg:h-dvh">
          <SkipLink />
          <Banners />
          <Header
            hasSidebar={hasSidebar}
            account={
              <Account shell={frame} words={{ loading: t('header.accountLoading'), logIn: t('header.logIn') }} />
            }
          />
          <div className="flex min-h-0 flex-1">
            {hasSidebar && <Sidebar shell={frame} label={t('sidebar.label')} />}
            <main id="content" className="relative min-w-0 flex-1 px-4 py-6 outline-none sm:px-8 lg:overflow-y-auto">
              <div className="mx-auto max-w-[1180px]">
                <SessionGate>{children}</SessionGate>
              </div>
            </main>
          </div>
          <SlowNote />
          <Notices locale={shell.locale} />
          <PageFocus />
          <Shortcuts />
          <Reporting />
        </div>
      </Answered>
    </ShellProviders>
  );
}

/** Fetches the sidebar's data about the server in the URL. */
async function askSidebar(ask: Ask): Promise<void> {
  const about = inPath((await headers()).get('x-path') ?? '');
  if (about?.kind !== 'server') return;
  const serverId = ServerId.parse(about.id);
  await Promise.all([ask(serverQuery(serverId)), ask(newestErrorQuery(serverId))]);
}
