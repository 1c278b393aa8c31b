'use client';

import { type PlatformAddon, platformAddons, platforms } from '@tally/contract/platforms/words';
import type { Addon } from '@tally/contract/premium/limits';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Pause } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { isBuilt } from '../../lib/start/built-pages.ts';
import { serversQuery } from '../../shell/server/api.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { fitQuery } from './api.ts';

/** The page of each add-on, relative to the server's path. */
const pageOf: Record<Addon, string> = {
  ...(Object.fromEntries(platforms.map((each) => [platformAddons[each], `notifications/${each}`])) as Record<
    PlatformAddon,
    string
  >),
  AutoLiveRoles: 'auto-twitch-live-role',
  StatusRoles: 'manage?tab=roles',
  Overrides: 'overrides',
  StickyMessages: 'sticky-message',
  Starboards: 'starboard',
  LinkedRoles: 'manage?tab=roles',
};

/** Lists items beyond a server's plan. Nothing is deleted, and each line links to its page. */
export function Paused({ serverId, name }: { serverId: ServerId; name: string }) {
  const t = useTranslations('premium');
  const fit = useQuery(fitQuery(serverId)).data;
  if (!fit || fit.paused.length === 0) return null;
  return (
    <Card>
      <CardHeader
        title={t('pausedTitle', { count: fit.paused.length, server: name })}
        description={t('pausedText')}
        actions={<ButtonLink href={`/premium?server=${serverId}`}>{t('toPlans')}</ButtonLink>}
      />
      <CardBody>
        <ul className="divide-y divide-line">
          {fit.paused.map(({ addonId, id, name: what }) => {
            const href = `/dashboard/server/${serverId}/${pageOf[addonId]}`;
            return (
              <li key={`${addonId} ${id}`} className="flex items-center gap-3 py-2">
                <Icon of={Pause} size={14} className="shrink-0 text-warn" />
                <span className="min-w-0 flex-1 truncate" dir="auto">
                  {isBuilt(href) ? (
                    <Link href={href} prefetch={false} className="underline underline-offset-2">
                      {what}
                    </Link>
                  ) : (
                    what
                  )}
                </span>
                <span className="text-muted text-small">{t(`limits.${addonId}`)}</span>
              </li>
            );
          })}
        </ul>
      </CardBody>
    </Card>
  );
}

/** Lists the paused items of several servers. Servers without paused items are left out. */
export function PausedInServers({ serverIds }: { serverIds: readonly ServerId[] }) {
  const servers = useQuery(serversQuery()).data;
  const fits = useQueries({ queries: serverIds.map((id) => fitQuery(id)) });
  return serverIds
    .filter((_, place) => (fits[place]?.data?.paused.length ?? 0) > 0)
    .map((id) => <Paused key={id} serverId={id} name={servers?.find((server) => server.id === id)?.name ?? id} />);
}
