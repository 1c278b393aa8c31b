'use client';

import { useQuery } from '@tanstack/react-query';
import { LayoutDashboard, Settings2 } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { cx } from '../../ui/cx.ts';
import { OnDemand } from '../../ui/layers/on-demand.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { serverQuery } from '../server/api.ts';
import type { ShellFrame } from '../shell-data.ts';
import { OutwardLinks } from './outward-links.tsx';
import { InSheet, useIsSeen } from './seen.ts';
import { type Selection, useSelection } from './selection.ts';
import { cardClass, SelectorButton } from './selector-button.tsx';
import { SidebarRow } from './sidebar-row.tsx';
import { StaffNav } from './staff.tsx';
import { ServerTools, UserTools } from './tools.tsx';
import { Upsell } from './upsell.tsx';

export function SidebarContent({ shell, isSheet = false }: { shell: ShellFrame; isSheet?: boolean }) {
  const t = useTranslations('shell.sidebar');
  const path = usePathname();
  const chosen = useSelection();
  const { selection } = chosen;
  const home = homeOf(selection);
  const manage = selection.kind === 'server' ? `${home}/manage` : undefined;
  return (
    <InSheet value={isSheet}>
      <div
        className={cx(
          'flex flex-col gap-3 p-3.5',
          // Only the list scrolls. In a very low window the whole sidebar scrolls, so the list keeps a few lines.
          !isSheet && 'min-h-40 flex-1 overflow-x-hidden overflow-y-auto',
        )}
      >
        {path.startsWith('/admin') ? (
          <StaffNav isSheet={isSheet} />
        ) : (
          <>
            <Selector {...chosen} />
            <nav aria-label={t('label')} className="flex flex-col">
              {manage !== undefined && (
                <SidebarRow
                  icon={Settings2}
                  label={t('manage')}
                  href={manage}
                  isHere={path === manage}
                  isSheet={isSheet}
                />
              )}
              <SidebarRow
                icon={LayoutDashboard}
                label={t('dashboard')}
                href={home}
                isHere={path === home}
                isSheet={isSheet}
              />
              {selection.kind === 'user' && <UserTools home={home} isSheet={isSheet} />}
              {selection.kind === 'server' && <ServerTools server={selection.server} home={home} isSheet={isSheet} />}
            </nav>
          </>
        )}
      </div>
      <div className={cx('flex shrink-0 flex-col px-3.5 pb-2', !isSheet && 'border-line border-t pt-2')}>
        <OutwardLinks links={shell.links} isSheet={isSheet} />
        {shell.isSelling && <SelectedUpsell selection={selection} />}
      </div>
    </InSheet>
  );
}

function homeOf(selection: Selection): string {
  if (selection.kind === 'server') return `/dashboard/server/${selection.server.id}`;
  return selection.kind === 'user' ? `/dashboard/user/${selection.me.discord.id}` : '/dashboard';
}

function SelectedUpsell({ selection }: { selection: Selection }) {
  if (selection.kind === 'user') return <Upsell isPremium={selection.me.database.premium?.enabled === true} />;
  if (selection.kind === 'server') return <ServerUpsell serverId={selection.server.id} />;
  return null;
}

function ServerUpsell({ serverId }: { serverId: Parameters<typeof serverQuery>[0] }) {
  const server = useQuery({ ...serverQuery(serverId), enabled: useIsSeen() });
  return server.data ? <Upsell isPremium={server.data.isPremium} serverId={serverId} /> : null;
}

const loadPicker = async () => (await import('./picker.tsx')).Picker;

/** Shows the sidebar's subject and a picker for another one. */
function Selector(chosen: ReturnType<typeof useSelection>) {
  if (chosen.isLoading) {
    return (
      <div className={cardClass} aria-hidden>
        <Skeleton className="size-[25px] rounded-[7px]" />
        <span className="flex-1 space-y-1.5 collapsed:hidden">
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className="h-3 w-36" />
        </span>
      </div>
    );
  }
  return (
    <OnDemand kind="menu" load={loadPicker} props={chosen}>
      {(handlers) => <SelectorButton selection={chosen.selection} {...handlers} />}
    </OnDemand>
  );
}
