'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { pick } from '../../lib/drafts/record-draft.ts';
import { namesFrom } from '../../lib/words/plain-refusal.ts';
import { DraftBar } from '../../shell/drafts/draft-bar.tsx';
import { useFailureText } from '../../shell/failed.tsx';
import { isLocked, PremiumCrown } from '../../shell/premium-lock.tsx';
import { discordDataQuery, serverQuery } from '../../shell/server/api.ts';
import { settingsForm, useSettingsDraft } from '../../shell/server/settings-draft.ts';
import { GreetingActions } from '../../shell/server/test-greeting.tsx';
import { useDraftRows } from '../../shell/server/values/use-rows.ts';
import { useCreate } from '../../shell/use-create.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { ChannelPicker } from '../../ui/fields/channel-picker.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { GivenRolePicker } from '../../ui/fields/role-picker.tsx';
import { SwitchRow } from '../../ui/fields/switch.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { postPanel } from './api.ts';
import { Upcoming } from './list.tsx';

const form = settingsForm(['birthdayEnabled', 'birthdayChannelId', 'birthdayRoleId', 'birthdayPing']);

/** What a greeting is made from; the rest says when there is one. */
const tried = ['birthdayChannelId', 'birthdayRoleId', 'birthdayPing'] as const;

export function BirthdayScreen({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('birthday');
  const ui = useTranslations('ui');
  const server = useQuery(serverQuery(serverId)).data;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={isLocked(server, 'BirthdayNotifications') && <PremiumCrown flag="BirthdayNotifications" />}
      />
      {server ? (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Form server={server} />
          <Upcoming serverId={serverId} />
        </div>
      ) : (
        <Loading label={ui('loading')} className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-[460px] w-full rounded-panel" />
          <Skeleton className="h-64 w-full rounded-panel" />
        </Loading>
      )}
    </>
  );
}

function Form({ server }: { server: GuildInfo }) {
  const t = useTranslations('birthday');
  const { data } = useQuery(discordDataQuery(server.guildId, ['channels', 'roles']));
  const edit = useSettingsDraft(server, form, namesFrom(t));
  const { draft, set } = edit;
  const nameOf = (field: string) => namesFrom(t)(field) ?? field;
  const rowsOf = useDraftRows<typeof draft.value>(server.guildId, (field) => ({ name: nameOf(field) }));
  const { value } = draft;
  const locked = isLocked(server, 'BirthdayNotifications');
  const needsPlace = value.birthdayEnabled === true && !value.birthdayChannelId && !value.birthdayRoleId;
  return (
    <>
      <Card>
        <CardHeader title={t('greeting')} description={t('greetingText')} />
        <CardBody className="flex flex-col gap-4">
          <SwitchRow
            label={t('on')}
            checked={value.birthdayEnabled === true}
            disabled={locked && !value.birthdayEnabled}
            onChange={(next) => set({ birthdayEnabled: next })}
          />
          <Field label={t('channel')} error={needsPlace ? t('needsPlace') : undefined}>
            <ChannelPicker
              label={t('channel')}
              channels={data?.channels ?? []}
              value={value.birthdayChannelId}
              onChange={(id) => set({ birthdayChannelId: id as GuildInfo['birthdayChannelId'] })}
              isInvalid={needsPlace}
              disabled={locked}
            />
          </Field>
          <Field label={t('role')} hint={t('roleHint')}>
            <GivenRolePicker
              label={t('role')}
              none={t('noRole')}
              roles={data?.roles ?? []}
              value={value.birthdayRoleId}
              onChange={(id) => set({ birthdayRoleId: id as GuildInfo['birthdayRoleId'] })}
              disabled={locked}
            />
          </Field>
          <SwitchRow
            label={t('ping')}
            hint={t('pingHint')}
            checked={value.birthdayPing === true}
            disabled={locked && !value.birthdayPing}
            onChange={(next) => set({ birthdayPing: next })}
          />
          <GreetingActions
            serverId={server.guildId}
            type="birthday"
            draft={pick(
              value,
              tried.filter((key) => draft.changed.includes(key)),
            )}
            nameOf={namesFrom(t)}
            canTest={!locked && value.birthdayChannelId !== null}
            whyNot={t('testNeedsChannel')}
          />
          <PanelButton
            serverId={server.guildId}
            canPost={!locked && server.birthdayChannelId !== null && draft.changed.length === 0}
          />
        </CardBody>
      </Card>
      <DraftBar edit={edit} nameOf={nameOf} rowsOf={rowsOf} hasProblems={needsPlace} />
    </>
  );
}

function PanelButton({ serverId, canPost }: { serverId: ServerId; canPost: boolean }) {
  const t = useTranslations('birthday');
  const textOf = useFailureText();
  const post = useCreate(postPanel(serverId));
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4">
      <p className="text-muted">{t('panelText')}</p>
      <Button className="self-start" onClick={() => post.mutate()} disabled={!canPost || post.isPending}>
        <Icon of={MessageSquarePlus} />
        {t(post.isPending ? 'posting' : 'postPanel')}
      </Button>
      <output className="block text-small">
        {post.isSuccess && <span className="text-ok">{t('panelPosted')}</span>}
        {post.isError && <span className="text-red">{textOf(post.error)}</span>}
      </output>
    </div>
  );
}
