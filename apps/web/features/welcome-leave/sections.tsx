'use client';

import { type DiscordGuildData, type GuildInfo, welcomeTriggers } from '@tally/contract/servers/calls';
import { useTranslations } from 'next-intl';
import type { RecordEdit } from '../../shell/drafts/use-record-draft.ts';
import { settingsForm } from '../../shell/server/settings-draft.ts';
import { ChannelPicker } from '../../ui/fields/channel-picker.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { GivenRolePicker } from '../../ui/fields/role-picker.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { SwitchRow } from '../../ui/fields/switch.tsx';
import { Fold } from '../../ui/tool/fold.tsx';
import { Starts } from '../message-editor/server/greeting-starts.tsx';
import { GreetingText } from '../message-editor/server/greeting-text.tsx';
import type { Greetings } from '../message-editor/server/use-greetings.ts';
import type { PlaceholderWords } from '../message-editor/template/suggestions.tsx';
import { useStarts } from './starts.ts';

export const form = settingsForm([
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
export const types = ['welcome', 'leave'] as const;
export type Greeting = (typeof types)[number];

/** What each greeting calls its settings. */
export const made = {
  welcome: { on: 'welcomeEnabled', channel: 'welcomeChannelId', card: 'welcomeCard' },
  leave: { on: 'leaveEnabled', channel: 'leaveChannelId', card: 'leaveCard' },
} as const;

interface SectionsProps {
  readonly server: GuildInfo;
  readonly edit: RecordEdit<ReturnType<typeof form.valueOf> & Greetings<Greeting>>;
  readonly type: Greeting;
  readonly discord: DiscordGuildData | undefined;
  readonly words: PlaceholderWords;
}

/** The form of one greeting. */
export function Sections(props: SectionsProps) {
  const tools = useTranslations('servers.tool');
  const t = useTranslations('welcome-leave');
  const { edit, type, discord } = props;
  const { value } = edit.draft;
  const channel = discord?.channels?.find(({ id }) => id === value[made[type].channel]);
  const role = discord?.roles?.find(({ id }) => id === value.welcomeRoleId);
  const place = [channel ? `#${channel.name}` : null, value[made[type].card] ? t('card') : null];
  const arrival = [t(`triggers.${value.welcomeTrigger ?? 'join'}`), role ? `@${role.name}` : null];
  return (
    <>
      <Fold title={tools('channelTitle')} summary={place.filter((each) => each !== null).join(' · ')} isOpen>
        <Place {...props} />
      </Fold>
      <Fold title={tools('messageTitle')} isOpen>
        <Text {...props} />
      </Fold>
      {type === 'welcome' && (
        <Fold title={t('arrival')} summary={arrival.filter((each) => each !== null).join(' · ')}>
          <Arrival {...props} />
        </Fold>
      )}
    </>
  );
}

function Place({ edit: { draft, set }, type, discord }: SectionsProps) {
  const t = useTranslations('welcome-leave');
  const { value } = draft;
  const { on, channel, card } = made[type];
  const isMissing = value[on] === true && !value[channel];
  return (
    <div className="grid gap-2">
      <Field label={t('channel')} error={isMissing ? t('needsChannel') : undefined}>
        <ChannelPicker
          label={t('channel')}
          channels={discord?.channels ?? []}
          value={value[channel]}
          onChange={(id) => set({ [channel]: id })}
          isInvalid={isMissing}
        />
      </Field>
      <SwitchRow
        label={t('card')}
        hint={t('cardHint')}
        checked={value[card] === true}
        onChange={(next) => set({ [card]: next })}
      />
      {type === 'welcome' && (
        <SwitchRow
          label={t('ping')}
          hint={t('pingHint')}
          checked={value.welcomePing === true}
          onChange={(next) => set({ welcomePing: next })}
        />
      )}
    </div>
  );
}

function Text({ server, edit: { draft, set }, type, words }: SectionsProps) {
  const starts = useStarts(server, type);
  return (
    <>
      <Starts starts={starts} onStart={({ message, settings }) => set({ ...settings, [type]: message })} />
      <GreetingText
        server={server}
        type={type}
        value={draft.value[type]}
        words={words}
        onChange={(field, to) => draft.change(`${type} ${field}`, (now) => ({ ...now, [type]: to(now[type]) }))}
      />
    </>
  );
}

function Arrival({ edit: { draft, set }, discord }: SectionsProps) {
  const t = useTranslations('welcome-leave');
  const { value } = draft;
  return (
    <div className="grid gap-4">
      <Field label={t('trigger')} hint={t(`triggerHints.${value.welcomeTrigger ?? 'join'}`)}>
        <Select
          label={t('trigger')}
          choices={welcomeTriggers.map((trigger) => ({ value: trigger, label: t(`triggers.${trigger}`) }))}
          value={value.welcomeTrigger ?? 'join'}
          onChange={(trigger) => set({ welcomeTrigger: trigger })}
        />
      </Field>
      <Field label={t('role')} hint={t('roleHint')}>
        <GivenRolePicker
          label={t('role')}
          none={t('noRole')}
          roles={discord?.roles ?? []}
          value={value.welcomeRoleId}
          onChange={(id) => set({ welcomeRoleId: id as GuildInfo['welcomeRoleId'] })}
        />
      </Field>
    </div>
  );
}
