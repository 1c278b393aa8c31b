'use client';

import type { LocaleValue } from '@tally/contract/account';
import { hasFlag } from '@tally/contract/flags';
import type { ServerId } from '@tally/contract/ids';
import type { GuildInfo } from '@tally/contract/servers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, Crown } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { tierOf } from '../../shell/sidebar/tier.ts';
import { toast } from '../../shell/toast.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { serverTools } from '../registry.ts';
import { languagesQuery, serverQuery, updateServer } from './api.ts';

export function Manage({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('servers');
  const server = useQuery(serverQuery(serverId)).data;
  return (
    <>
      <PageHeader title={t('manageTitle')} description={server?.name ?? <Skeleton className="mt-1 h-5 w-40" />} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card>
          <CardHeader title={t('language')} description={t('languageText')} />
          <CardBody>
            {server ? <Language server={server} /> : <Skeleton className="h-control w-full max-w-xs" />}
          </CardBody>
        </Card>
        <Card>
          <CardHeader title={t('plan')} description={t('planText')} />
          <CardBody>{server ? <Plan server={server} /> : <Skeleton className="h-control w-full max-w-xs" />}</CardBody>
        </Card>
      </div>
      <h2 className="mt-8 mb-3 font-semibold text-lead">{t('tools')}</h2>
      <Tools serverId={serverId} server={server} />
    </>
  );
}

function Language({ server }: { server: GuildInfo }) {
  const t = useTranslations('servers');
  const client = useQueryClient();
  const languages = useQuery(languagesQuery()).data ?? [];
  const save = useMutation(updateServer(client, server.guildId));
  const choose = (locale: LocaleValue) =>
    save.mutate(
      { version: server.version, locale },
      { onSuccess: (sentence) => void toast('success', { title: sentence }) },
    );
  return (
    <div className="max-w-xs">
      <Select
        label={t('language')}
        choices={languages.map((language) => ({ value: language.value as LocaleValue, label: language.name }))}
        value={save.isPending ? (save.variables.locale ?? server.locale) : server.locale}
        onChange={choose}
        disabled={save.isPending || languages.length === 0}
      />
    </div>
  );
}

function Plan({ server }: { server: GuildInfo }) {
  const t = useTranslations();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Badge tone={server.isPremium ? 'warn' : 'neutral'}>{t(`shell.tiers.${tierOf(server)}`)}</Badge>
      <ButtonLink href={server.isPremium ? '/manage-subscription' : '/premium'}>
        <Icon of={Crown} className="text-warn" />
        {t(server.isPremium ? 'shell.sidebar.manageSubscription' : 'shell.sidebar.getPremium')}
      </ButtonLink>
    </div>
  );
}

function Tools({ serverId, server }: { serverId: ServerId; server: GuildInfo | undefined }) {
  const t = useTranslations('shell');
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {serverTools.map((tool) => (
        <li key={tool.name}>
          <Link
            href={`/dashboard/server/${serverId}/${tool.path}`}
            prefetch={false}
            className="flex h-[60px] items-center gap-3 rounded-panel border border-line bg-surface px-4 font-medium transition-colors duration-120 hover:border-control/60 hover:bg-raised"
          >
            <Icon of={tool.icon} size={18} className="shrink-0 text-muted" />
            <span className="min-w-0 flex-1 truncate">{t(`features.${tool.name}`)}</span>
            {tool.flag !== undefined && server !== undefined && !hasFlag(server.bitfield, tool.flag) ? (
              <>
                <Icon of={Crown} className="text-warn" />
                <span className="sr-only">{t('sidebar.locked')}</span>
              </>
            ) : (
              <Icon of={ChevronRight} className="text-faint rtl:-scale-x-100" />
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
