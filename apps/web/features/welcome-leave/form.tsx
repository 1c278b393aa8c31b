'use client';

import { type ChannelFinding, type GuildInfo, type RoleFinding, welcomeTriggers } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { pick } from '../../lib/drafts/record-draft.ts';
import { namesFrom } from '../../lib/words/plain-refusal.ts';
import { DraftBar } from '../../shell/drafts/draft-bar.tsx';
import type { RecordEdit } from '../../shell/drafts/use-record-draft.ts';
import { isLocked, PremiumCrown } from '../../shell/premium-lock.tsx';
import { discordDataQuery, serverQuery } from '../../shell/server/api.ts';
import { MissingIntents } from '../../shell/server/missing-intents.tsx';
import { settingsForm, useSettingsDraft } from '../../shell/server/settings-draft.ts';
import { GreetingActions } from '../../shell/server/test-greeting.tsx';
import { useDraftRows } from '../../shell/server/values/use-rows.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { ChannelPicker } from '../../ui/fields/channel-picker.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { GivenRolePicker } from '../../ui/fields/role-picker.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { SwitchRow } from '../../ui/fields/switch.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { CardPreview } from './card-preview.tsx';
import { useWelcomeFields } from './field-words.ts';

const form = settingsForm([
  'welcomeEnabled',
  'welcomeChannelId',
  'welcomeCard',
  'welcomePing',
  'welcomeTrigger',
  'welcomeRoleId',
  'leaveEnabled',
  'leaveChannelId',
  'leaveCard',
]);

/** What a greeting is made from; the rest says when there is one. */
const tried = ['welcomeChannelId', 'welcomeCard', 'welcomePing', 'leaveChannelId', 'leaveCard'] as const;

export function WelcomeLeaveScreen({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('welcome-leave');
  const ui = useTranslations('ui');
  const server = useQuery(serverQuery(serverId)).data;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={
          isLocked(server, 'WelcomeAndLeaveNotifications') && <PremiumCrown flag="WelcomeAndLeaveNotifications" />
        }
      />
      {server ? (
        <Form server={server} />
      ) : (
        <Loading label={ui('loading')} className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-[560px] w-full rounded-panel" />
          <Skeleton className="h-80 w-full rounded-panel" />
        </Loading>
      )}
    </>
  );
}

type Settings = RecordEdit<ReturnType<typeof form.valueOf>>;

function Form({ server }: { server: GuildInfo }) {
  const t = useTranslations('welcome-leave');
  const { data } = useQuery(discordDataQuery(server.guildId, ['channels', 'roles']));
  const settings = useSettingsDraft(server, form, namesFrom(t));
  const fields = useWelcomeFields();
  const { value } = settings.draft;
  const rowsOf = useDraftRows<typeof value>(server.guildId, fields);
  const hasProblems =
    (value.welcomeEnabled === true && !value.welcomeChannelId) ||
    (value.leaveEnabled === true && !value.leaveChannelId);
  const parts = { server, settings, channels: data?.channels ?? [], roles: data?.roles ?? [] };
  return (
    <>
      <MissingIntents of="welcome-leave" />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Welcome {...parts} />
        <Leave {...parts} />
      </div>
      <DraftBar edit={settings} nameOf={(field) => fields(field).name} rowsOf={rowsOf} hasProblems={hasProblems} />
    </>
  );
}

interface PartProps {
  readonly server: GuildInfo;
  readonly settings: Settings;
  readonly channels: readonly ChannelFinding[];
  readonly roles: readonly RoleFinding[];
}

function Welcome({ server, settings: { draft, set }, channels, roles }: PartProps) {
  const t = useTranslations('welcome-leave');
  const { value } = draft;
  const locked = isLocked(server, 'WelcomeAndLeaveNotifications');
  return (
    <Card>
      <CardHeader title={t('welcomeTitle')} description={t('welcomeText')} />
      <CardBody className="flex flex-col gap-4">
        <SwitchRow
          label={t('welcomeOn')}
          checked={value.welcomeEnabled === true}
          disabled={locked && !value.welcomeEnabled}
          onChange={(next) => set({ welcomeEnabled: next })}
        />
        <Field
          label={t('channel')}
          error={value.welcomeEnabled && !value.welcomeChannelId ? t('needsChannel') : undefined}
        >
          <ChannelPicker
            label={t('channel')}
            channels={channels}
            value={value.welcomeChannelId}
            onChange={(id) => set({ welcomeChannelId: id as GuildInfo['welcomeChannelId'] })}
            isInvalid={value.welcomeEnabled === true && !value.welcomeChannelId}
            disabled={locked}
          />
        </Field>
        <Field label={t('trigger')} hint={t(`triggerHints.${value.welcomeTrigger ?? 'join'}`)}>
          <Select
            label={t('trigger')}
            choices={welcomeTriggers.map((trigger) => ({ value: trigger, label: t(`triggers.${trigger}`) }))}
            value={value.welcomeTrigger ?? 'join'}
            onChange={(trigger) => set({ welcomeTrigger: trigger })}
            disabled={locked}
          />
        </Field>
        <Field label={t('role')} hint={t('roleHint')}>
          <GivenRolePicker
            label={t('role')}
            none={t('noRole')}
            roles={roles}
            value={value.welcomeRoleId}
            onChange={(id) => set({ welcomeRoleId: id as GuildInfo['welcomeRoleId'] })}
            disabled={locked}
          />
        </Field>
        <div>
          <SwitchRow
            label={t('card')}
            hint={t('cardHint')}
            checked={value.welcomeCard === true}
            disabled={locked && !value.welcomeCard}
            onChange={(next) => set({ welcomeCard: next })}
          />
          {value.welcomeCard === true && <CardPreview serverId={server.guildId} type="welcome" />}
          <SwitchRow
            label={t('ping')}
            hint={t('pingHint')}
            checked={value.welcomePing === true}
            disabled={locked && !value.welcomePing}
            onChange={(next) => set({ welcomePing: next })}
          />
        </div>
        <GreetingActions
          serverId={server.guildId}
          type="welcome"
          draft={pick(
            value,
            tried.filter((key) => draft.changed.includes(key)),
          )}
          nameOf={namesFrom(t)}
          canTest={!locked && value.welcomeChannelId !== null}
          whyNot={t('testNeedsChannel')}
        />
      </CardBody>
    </Card>
  );
}

function Leave({ server, settings: { draft, set }, channels }: PartProps) {
  const t = useTranslations('welcome-leave');
  const { value } = draft;
  const locked = isLocked(server, 'WelcomeAndLeaveNotifications');
  return (
    <Card>
      <CardHeader title={t('leaveTitle')} description={t('leaveText')} />
      <CardBody className="flex flex-col gap-4">
        <SwitchRow
          label={t('leaveOn')}
          checked={value.leaveEnabled === true}
          disabled={locked && !value.leaveEnabled}
          onChange={(next) => set({ leaveEnabled: next })}
        />
        <Field label={t('channel')} error={value.leaveEnabled && !value.leaveChannelId ? t('needsChannel') : undefined}>
          <ChannelPicker
            label={t('channel')}
            channels={channels}
            value={value.leaveChannelId}
            onChange={(id) => set({ leaveChannelId: id as GuildInfo['leaveChannelId'] })}
            isInvalid={value.leaveEnabled === true && !value.leaveChannelId}
            disabled={locked}
          />
        </Field>
        <SwitchRow
          label={t('card')}
          hint={t('cardHint')}
          checked={value.leaveCard === true}
          disabled={locked && !value.leaveCard}
          onChange={(next) => set({ leaveCard: next })}
        />
        {value.leaveCard === true && <CardPreview serverId={server.guildId} type="leave" />}
        <GreetingActions
          serverId={server.guildId}
          type="leave"
          draft={pick(
            value,
            tried.filter((key) => draft.changed.includes(key)),
          )}
          nameOf={namesFrom(t)}
          canTest={!locked && value.leaveChannelId !== null}
          whyNot={t('testNeedsChannel')}
        />
      </CardBody>
    </Card>
  );
}
