'use client';

import { cardBackgrounds, type GuildInfo, welcomeTriggers } from '@tally/contract/servers/calls';
import { useTranslations } from 'next-intl';
import { settingsForm } from '../../shell/server/settings-draft.ts';
import { Starts } from '../../shell/server/starts.tsx';
import { ChannelPicker } from '../../ui/fields/channel-picker.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { GivenRolePicker } from '../../ui/fields/role-picker.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { SwitchRow } from '../../ui/fields/switch.tsx';
import { Fold } from '../../ui/tool/fold.tsx';
import type { GreetingScene } from '../message-editor/server/greeting-page.tsx';
import { GreetingText } from '../message-editor/server/greeting-text.tsx';
import type { PlaceholderWords } from '../message-editor/template/suggestions.tsx';
import { CardPicture } from './card-picture.tsx';
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
  'cardBackground',
  'cardPicture',
]);
export const types = ['welcome', 'leave'] as const;
export type Greeting = (typeof types)[number];

type Settings = ReturnType<typeof form.valueOf>;

export const lacksChannel = (value: Settings, type: Greeting): boolean =>
  value[`${type}Enabled`] === true && !value[`${type}ChannelId`];

interface SectionsProps extends GreetingScene<Settings, Greeting> {
  readonly type: Greeting;
  readonly words: PlaceholderWords;
}

/** The form for one greeting. */
export function Sections(props: SectionsProps) {
  const tools = useTranslations('servers.tool');
  const t = useTranslations('welcome-leave');
  const { edit, type, discord } = props;
  const { value } = edit.draft;
  const channel = discord?.channels?.find(({ id }) => id === value[`${type}ChannelId`]);
  const role = discord?.roles?.find(({ id }) => id === value.welcomeRoleId);
  const place = [channel ? `#${channel.name}` : null, value[`${type}Card`] ? t('card') : null];
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

function Place({ server, edit: { draft, set }, type, discord }: SectionsProps) {
  const t = useTranslations('welcome-leave');
  const { value } = draft;
  const channel = `${type}ChannelId` as const;
  const card = `${type}Card` as const;
  const isMissing = lacksChannel(value, type);
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
      {value[card] && (
        <Field label={t('background')} hint={t('backgroundHint')}>
          <Select
            label={t('background')}
            choices={(['plain', ...cardBackgrounds] as const).map((each) => ({
              value: each,
              label: t(`backgrounds.${each}`),
            }))}
            value={value.cardBackground ?? 'plain'}
            onChange={(next) => set({ cardBackground: next === 'plain' ? null : next, cardPicture: null })}
          />
        </Field>
      )}
      {value[card] && (
        <CardPicture
          serverId={server.guildId}
          name={value.cardPicture}
          onChange={(cardPicture) => set({ cardPicture })}
        />
      )}
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
