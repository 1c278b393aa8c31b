'use client';

import { hasFlag } from '@tally/contract/premium/flags';
import type { GuildInfo, GuildListItem } from '@tally/contract/servers/calls';
import { useQuery } from '@tanstack/react-query';
import { Crown } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type SidebarEntry, serverTools, userTools } from '../../features/registry.ts';
import { useIsHydrated } from '../../lib/browser/use-is-hydrated.ts';
import { memories, useRemembered } from '../../lib/drafts/remembered.ts';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Dot } from '../../ui/lamp.tsx';
import { serverQuery } from '../server/api.ts';
import { newestErrorQuery } from '../server/errors.ts';
import { Group } from './group.tsx';
import { roomOf } from './room-of.ts';
import { useIsSeen } from './seen.ts';
import { SidebarRow } from './sidebar-row.tsx';

export function UserTools({ home, isSheet }: { home: string; isSheet: boolean }) {
  const t = useTranslations('shell.sidebar');
  const here = useRoom(userTools, home);
  if (userTools.length === 0) return null;
  return (
    <Group name="user-tools" label={t('userTools')}>
      {userTools.map((entry) => (
        <ToolRow key={entry.name} entry={entry} home={home} isHere={entry === here} isSheet={isSheet} />
      ))}
    </Group>
  );
}

export function ServerTools({ server, home, isSheet }: { server: GuildListItem; home: string; isSheet: boolean }) {
  const t = useTranslations('shell.sidebar');
  const info = useQuery({ ...serverQuery(server.id), enabled: useIsSeen() });
  const hasNewErrors = useNewErrors(server);
  const here = useRoom(serverTools, home);
  return (
    <Group name="server-tools" label={t('serverTools')}>
      {serverTools.map((entry) => (
        <ToolRow
          key={entry.name}
          entry={entry}
          home={home}
          isHere={entry === here}
          isSheet={isSheet}
          isLocked={isLocked(entry, info.data)}
          hasNews={entry.name === 'error-logs' && hasNewErrors}
        />
      ))}
    </Group>
  );
}

function useRoom(entries: readonly SidebarEntry[], home: string): SidebarEntry | undefined {
  const path = usePathname();
  return path.startsWith(`${home}/`) ? roomOf(entries, path.slice(home.length + 1)) : undefined;
}

function isLocked(entry: SidebarEntry, server: GuildInfo | undefined): boolean {
  return entry.flag !== undefined && server !== undefined && !hasFlag(server.bitfield, entry.flag);
}

/** Returns true if the newest error is newer than the last one that this browser has shown for the server. */
function useNewErrors(server: GuildListItem): boolean {
  const newest = useQuery({ ...newestErrorQuery(server.id), enabled: useIsSeen() }).data;
  const [seen] = useRemembered(memories.latestSeenError);
  const isHydrated = useIsHydrated();
  // The server does not know what this browser has seen, so the dot appears after hydration instead of vanishing.
  if (!isHydrated || newest === undefined || newest === null) return false;
  const last = seen[server.id];
  return last === undefined || newest > last;
}

function ToolRow({
  entry,
  home,
  isHere,
  isSheet,
  isLocked = false,
  hasNews = false,
}: {
  entry: SidebarEntry;
  home: string;
  isHere: boolean;
  isSheet: boolean;
  isLocked?: boolean;
  hasNews?: boolean;
}) {
  const t = useTranslations('shell');
  return (
    <SidebarRow
      icon={entry.icon}
      label={t(`features.${entry.name}`)}
      href={`${home}/${entry.path}`}
      isHere={isHere}
      isSheet={isSheet}
      aside={
        <>
          {entry.badge && <Badge className="collapsed:hidden">{t(`sidebar.${entry.badge}`)}</Badge>}
          {isLocked && (
            <span className="flex items-center collapsed:hidden">
              <Icon of={Crown} size={15} className="text-warn" />
              <span className="sr-only">{t('sidebar.locked')}</span>
            </span>
          )}
          {hasNews && (
            <>
              <Dot className="me-1 shrink-0 collapsed:absolute collapsed:end-4 collapsed:top-2 collapsed:me-0" />
              <span className="sr-only">{t('sidebar.hasNewErrors')}</span>
            </>
          )}
        </>
      }
    />
  );
}
