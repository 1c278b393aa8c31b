'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLocale, useNow, useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useEffect, useState } from 'react';
import { relativeTime, timeOfDay, zoneName } from '../../../lib/words/format.ts';
import { isolated } from '../../../lib/words/mentions.ts';
import { namesFrom } from '../../../lib/words/plain-refusal.ts';
import { DraftBar } from '../../../shell/drafts/draft-bar.tsx';
import { isLocked } from '../../../shell/premium-lock.tsx';
import { serverQuery } from '../../../shell/server/api.ts';
import { type SettingsForm, useSettingsDraft } from '../../../shell/server/settings-draft.ts';
import { useDraftRows } from '../../../shell/server/values/use-rows.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { GiveawaysCard } from '../../giveaways/settings-card.tsx';
import { LinkedRolesCard } from '../../linked-roles/card.tsx';
import { StatusRoles } from '../../live-role/status-roles.tsx';
import { RoleSyncCard } from '../../role-sync/card.tsx';
import { changesQuery, languagesQuery } from '../api.ts';
import { Changes } from '../changes/changes.tsx';
import { BrandingTab } from './branding-tab.tsx';
import { DangerTab } from './danger-tab.tsx';
import { brandingAreas, draftOf, type GeneralDraft, hidesMore, isBadDelay, isGeneralDraft } from './draft-of.ts';
import { useSettingFields } from './field-words.ts';
import { GeneralTab } from './general-tab.tsx';
import { NotificationsTab } from './notifications-tab.tsx';
import { isSameTime } from './quiet-sentence.ts';
import { type ManageTab, manageTabs, tabOf } from './tabs.ts';

export function Manage({ serverId, site }: { serverId: ServerId; site: string }) {
  const t = useTranslations('servers');
  const server = useQuery(serverQuery(serverId)).data;
  return (
    <>
      <PageHeader title={t('manageTitle')} description={server?.name ?? <Skeleton className="mt-1 h-5 w-40" />} />
      {server ? <ManageTabs key={serverId} server={server} site={site} /> : <Waiting />}
    </>
  );
}

const form: SettingsForm<GeneralDraft> = { name: 'general', valueOf: draftOf, isDraft: isGeneralDraft };

/** The tab that contains each field of the draft. The time zone belongs to the quiet hours. */
const tabOfField: Readonly<Record<keyof GeneralDraft, ManageTab>> = {
  locale: 'general',
  isListed: 'general',
  quietHours: 'notifications',
  ignoreIfNotCatchedByOverride: 'notifications',
  fixKickLinks: 'notifications',
  stickyMessageDelaySeconds: 'notifications',
  newStreamerChannelId: 'notifications',
  newStreamerPingRoleId: 'notifications',
  disableBranding: 'branding',
};

/** Shares one draft between all tabs, so changing tabs keeps it and one bar saves it. */
function ManageTabs({ server, site }: { server: GuildInfo; site: string }) {
  const t = useTranslations('servers.manage');
  const edit = useSettingsDraft(server, form, namesFrom(useTranslations('servers.general')));
  const { value, changed } = edit.draft;
  const fields = useSettingFields();
  const rowsOf = useDraftRows<GeneralDraft>(server.guildId, fields);
  const states = useTabStates(server);
  const [linked] = useState(() => tabIn(window.location.hash));
  const [asked, go] = useQueryState('tab', parseAsStringLiteral(manageTabs));
  const tab = asked ?? linked ?? 'general';
  // Scrolls to the card again, because the browser looked for it before it was rendered.
  useEffect(() => {
    if (tab === tabIn(window.location.hash)) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, [tab]);
  const unsaved = new Set(changed.map((field) => tabOfField[field]));
  const { quietHours: quiet, stickyMessageDelaySeconds: delay } = value;
  const needsPlan = isLocked(server, 'ManageBranding') && hidesMore(value, edit.draft.saved);
  return (
    <>
      <Tabs
        label={t('label')}
        value={tab}
        onChange={(next) => void go(next)}
        tabs={manageTabs.map((each) => ({
          value: each,
          label: t(`tabs.${each}`),
          note: unsaved.has(each) ? <span className="text-warn">{t('unsaved')}</span> : states[each],
        }))}
      >
        <TabPanel value="general">
          <GeneralTab server={server} edit={edit} />
        </TabPanel>
        <TabPanel value="notifications">
          <NotificationsTab server={server} edit={edit} />
        </TabPanel>
        <TabPanel value="roles">
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <StatusRoles server={server} />
            <LinkedRolesCard server={server} />
            <RoleSyncCard server={server} />
            <GiveawaysCard server={server} />
          </div>
        </TabPanel>
        <TabPanel value="branding">
          <BrandingTab server={server} edit={edit} site={site} />
        </TabPanel>
        <TabPanel value="changes">
          <Changes serverId={server.guildId} />
        </TabPanel>
        <TabPanel value="danger">
          <DangerTab server={server} />
        </TabPanel>
      </Tabs>
      <DraftBar
        edit={edit}
        nameOf={(field) => fields(field).name}
        rowsOf={rowsOf}
        hasProblems={(quiet !== null && quiet.enabled && isSameTime(quiet)) || isBadDelay(delay) || needsPlan}
      />
    </>
  );
}

const tabIn = (hash: string): ManageTab | undefined =>
  (tabOf as Readonly<Record<string, ManageTab | undefined>>)[hash.slice(1)];

/** Summarizes the saved settings of each tab. */
function useTabStates(server: GuildInfo): Readonly<Record<ManageTab, string | undefined>> {
  const t = useTranslations('servers.manage.states');
  const locale = useLocale();
  const now = useNow();
  const languages = useQuery(languagesQuery()).data ?? [];
  const last = useInfiniteQuery(changesQuery(server.guildId)).data?.pages[0]?.list[0];
  const { quietHours: quiet, disableBranding: off, ignoreIfNotCatchedByOverride: isOnly } = draftOf(server);
  const language = languages.find(({ value }) => value === server.locale)?.name;
  const hidden = brandingAreas.filter((area) => off[area]).length;
  return {
    general: [language, quiet && isolated(zoneName(quiet.timeZone))].filter(Boolean).join(' · '),
    notifications: quiet?.enabled
      ? t('quiet', { from: isolated(timeOfDay(quiet.from, locale)), until: isolated(timeOfDay(quiet.until, locale)) })
      : t(isOnly ? 'onlyOverrides' : 'anyTime'),
    roles: t('roles', { count: server.statusRoles.length + server.linkedRoles.length }),
    branding: t('branding', { hidden: hidden === brandingAreas.length ? 'all' : hidden, count: hidden }),
    changes: last ? t('changed', { ago: relativeTime(last.at, now, locale) }) : t('unchanged'),
    danger: t('danger'),
  };
}

function Waiting() {
  const t = useTranslations('ui');
  return (
    <Loading label={t('loading')}>
      <Skeleton className="mb-6 h-[52px] w-full max-w-3xl rounded-control" />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Skeleton className="h-[232px] w-full rounded-panel" />
        <Skeleton className="h-[232px] w-full rounded-panel" />
      </div>
    </Loading>
  );
}
