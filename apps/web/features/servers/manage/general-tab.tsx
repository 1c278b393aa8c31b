'use client';

import type { LocaleValue } from '@tally/contract/account/calls';
import type { GuildInfo } from '@tally/contract/servers/calls';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Crown } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { isBuilt } from '../../../lib/start/built-pages.ts';
import { fullCount } from '../../../lib/words/format.ts';
import type { RecordEdit } from '../../../shell/drafts/use-record-draft.ts';
import { allCounts } from '../../../shell/server/followed.ts';
import { tierOf } from '../../../shell/sidebar/tier.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { plansQuery } from '../../premium/api.ts';
import { Paused } from '../../premium/paused.tsx';
import { type SidebarEntry, serverPages, serverTools } from '../../registry.ts';
import { countersQuery } from '../../stat-counters/api.ts';
import { languagesQuery } from '../api.ts';
import type { GeneralDraft } from './draft-of.ts';
import { firstNight, ZonePicker } from './quiet-section.tsx';
import { target } from './target.ts';

export function GeneralTab({ server, edit }: { server: GuildInfo; edit: RecordEdit<GeneralDraft> }) {
  const t = useTranslations('servers');
  const languages = useQuery(languagesQuery()).data ?? [];
  const { locale, quietHours, isListed } = edit.draft.value;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid min-w-0 gap-4">
        <Card {...target('language')}>
          <CardHeader title={t('manage.languageAndZone')} description={t('manage.languageAndZoneText')} />
          <CardBody className="grid gap-4 sm:grid-cols-2">
            <Field label={t('language')}>
              <Select
                label={t('language')}
                choices={languages.map(({ value, name }) => ({ value: value as LocaleValue, label: name }))}
                value={locale}
                onChange={(next) => edit.set({ locale: next })}
                disabled={languages.length === 0}
              />
            </Field>
            <Field label={t('general.zone')}>
              <ZonePicker
                value={quietHours?.timeZone ?? null}
                onChange={(timeZone) =>
                  edit.set({ quietHours: { ...(quietHours ?? { ...firstNight(), enabled: false }), timeZone } })
                }
              />
            </Field>
          </CardBody>
        </Card>
        <Card {...target('listed', 'px-5 py-1.5')}>
          <SwitchRow
            label={t('general.listed')}
            hint={t('general.listedHint')}
            checked={isListed}
            onChange={(next) => edit.set({ isListed: next })}
          />
        </Card>
      </div>
      <div className="grid min-w-0 gap-4">
        <Plan server={server} />
        <Paused serverId={server.guildId} name={server.name} />
        <WhatIsOn server={server} />
      </div>
    </div>
  );
}

function Plan({ server }: { server: GuildInfo }) {
  const t = useTranslations();
  const isSold = useQuery(plansQuery()).data?.sale === 'open';
  const href = server.isPremium ? '/manage-subscription' : `/premium?server=${server.guildId}`;
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            {t('servers.plan')}
            <Badge tone={server.isPremium ? 'warn' : 'neutral'}>{t(`shell.tiers.${tierOf(server)}`)}</Badge>
          </span>
        }
        description={t('servers.planText')}
      />
      <CardBody>
        {isSold && isBuilt(href) && (
          <ButtonLink href={href}>
            <Icon of={Crown} className="text-warn" />
            {t(server.isPremium ? 'shell.sidebar.manageSubscription' : 'shell.sidebar.getPremium')}
          </ButtonLink>
        )}
      </CardBody>
    </Card>
  );
}

/** Lists the active tools with their counts. Inactive tools follow in one line. */
function WhatIsOn({ server }: { server: GuildInfo }) {
  const t = useTranslations('servers.manage');
  const names = useTranslations('shell.features');
  const locale = useLocale();
  const followed = useQueries({ queries: allCounts(server.guildId) });
  const counters = useQuery(countersQuery(server.guildId)).data;
  const amounts: Partial<Record<SidebarEntry['name'], number>> = {
    notifications: followed.reduce((sum, { data }) => sum + (data?.currentTotal ?? 0), 0),
    'live-role': server.autoLiveRoles.length,
    birthday: Number(server.birthdayEnabled === true),
    'welcome-leave': Number(server.welcomeEnabled === true) + Number(server.leaveEnabled === true),
    'sticky-message': server.stickyMessages.length,
    overrides: server.notificationOverrides.length,
    messages: server.messages.length,
    'stat-counters': counters?.length,
  };
  const known = [...serverTools, ...serverPages].filter(({ name }) => amounts[name] !== undefined);
  const [on, off] = [known.filter(({ name }) => amounts[name] !== 0), known.filter(({ name }) => amounts[name] === 0)];
  const link = ({ name, path }: SidebarEntry) => (
    <Link
      key={name}
      href={`/dashboard/server/${server.guildId}/${path}`}
      prefetch={false}
      className="underline decoration-line underline-offset-4 hover:decoration-current"
    >
      {names(name)}
    </Link>
  );
  return (
    <Card>
      <CardHeader title={t('onTitle')} description={on.length === 0 ? t('onNone') : undefined} />
      <CardBody className="grid gap-3">
        {on.length > 0 && (
          <ul className="divide-y divide-line">
            {on.map((tool) => (
              <li key={tool.name} className="flex min-h-11 items-center gap-3">
                <Icon of={tool.icon} className="shrink-0 text-muted" />
                <span className="min-w-0 flex-1 truncate font-medium">{link(tool)}</span>
                <Badge tone="ok">{t('onCount', { count: fullCount(amounts[tool.name] ?? 0, locale) })}</Badge>
              </li>
            ))}
          </ul>
        )}
        {off.length > 0 && (
          <p className="flex flex-wrap gap-x-3 gap-y-1.5 text-muted">
            {t('off')}
            {off.map(link)}
          </p>
        )}
      </CardBody>
    </Card>
  );
}
