'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQueryClient } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useFailureText } from '../../shell/failed.tsx';
import { isLocked } from '../../shell/premium-lock.tsx';
import { settingsForm } from '../../shell/server/settings-draft.ts';
import { Starts } from '../../shell/server/starts.tsx';
import { useCreate } from '../../shell/use-create.ts';
import { Button } from '../../ui/button.tsx';
import { ChannelPicker } from '../../ui/fields/channel-picker.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { GivenRolePicker } from '../../ui/fields/role-picker.tsx';
import { SwitchRow } from '../../ui/fields/switch.tsx';
import { Fold } from '../../ui/tool/fold.tsx';
import { GreetingPage, type GreetingScene } from '../message-editor/server/greeting-page.tsx';
import { type Start, textStart } from '../message-editor/server/greeting-starts.ts';
import { GreetingText } from '../message-editor/server/greeting-text.tsx';
import type { PlaceholderWords } from '../message-editor/template/suggestions.tsx';
import { postPanel } from './api.ts';
import { Upcoming } from './list.tsx';

const form = settingsForm(['birthdayEnabled', 'birthdayChannelId', 'birthdayRoleId', 'birthdayPing']);
type Settings = ReturnType<typeof form.valueOf>;

const lacksPlace = (value: Settings): boolean =>
  value.birthdayEnabled === true && !value.birthdayChannelId && !value.birthdayRoleId;

export function BirthdayScreen({ serverId, words }: { serverId: ServerId; words: PlaceholderWords }) {
  const t = useTranslations('birthday');
  return (
    <GreetingPage
      serverId={serverId}
      tool="birthday"
      form={form}
      types={['birthday']}
      type="birthday"
      label={t('on')}
      isWrong={lacksPlace}
      words={words}
      below={<Upcoming serverId={serverId} />}
    >
      {(scene) => <Sections {...scene} words={words} />}
    </GreetingPage>
  );
}

interface SectionsProps extends GreetingScene<Settings, 'birthday'> {
  readonly words: PlaceholderWords;
}

function Sections(props: SectionsProps) {
  const t = useTranslations('birthday');
  const tool = useTranslations('servers.tool');
  const { server, edit, discord, words } = props;
  const { draft, set } = edit;
  const { value } = draft;
  const channel = discord?.channels?.find(({ id }) => id === value.birthdayChannelId);
  const role = discord?.roles?.find(({ id }) => id === value.birthdayRoleId);
  const starts = useStarts(server);
  const canPost =
    !isLocked(server, 'BirthdayNotifications') && server.birthdayChannelId !== null && draft.changed.length === 0;
  return (
    <>
      <Fold title={tool('channelTitle')} summary={channel ? `#${channel.name}` : undefined} isOpen>
        <Place {...props} />
      </Fold>
      <Fold title={tool('messageTitle')} isOpen>
        <Starts starts={starts} onStart={({ message }) => set({ birthday: message })} />
        <GreetingText
          server={server}
          type="birthday"
          value={value.birthday}
          words={words}
          onChange={(field, to) => draft.change(field, (now) => ({ ...now, birthday: to(now.birthday) }))}
        />
      </Fold>
      <Fold title={t('role')} summary={role ? `@${role.name}` : t('noRole')}>
        <Role {...props} />
      </Fold>
      <Fold title={t('panelTitle')} isOpen={server.birthdayEnabled === true}>
        <PanelButton serverId={server.guildId} canPost={canPost} />
      </Fold>
    </>
  );
}

/** Offers three greetings: plain text, a headline and an embed. Two of them need custom texts. */
function useStarts(server: GuildInfo): readonly Start<Settings>[] {
  const t = useTranslations('birthday.starts');
  const line = { name: t('line'), message: null, settings: {} };
  if (isLocked(server, 'AnyMessageEditor')) return [line];
  const embed = { title: t('embedTitle'), description: t('embedText'), thumbnail: '{member_avatar}', color: '#F2B84B' };
  return [
    line,
    { name: t('shout'), message: textStart(t('shoutText')), settings: {} },
    { name: t('embed'), message: textStart('{member}', embed), settings: {} },
  ];
}

function Place({ edit: { draft, set }, discord }: SectionsProps) {
  const t = useTranslations('birthday');
  const { value } = draft;
  const needsPlace = lacksPlace(value);
  return (
    <div className="grid gap-2">
      <Field label={t('channel')} error={needsPlace ? t('needsPlace') : undefined}>
        <ChannelPicker
          label={t('channel')}
          channels={discord?.channels ?? []}
          value={value.birthdayChannelId}
          onChange={(id) => set({ birthdayChannelId: id as GuildInfo['birthdayChannelId'] })}
          isInvalid={needsPlace}
        />
      </Field>
      <SwitchRow
        label={t('ping')}
        hint={t('pingHint')}
        checked={value.birthdayPing === true}
        onChange={(next) => set({ birthdayPing: next })}
      />
    </div>
  );
}

function Role({ edit: { draft, set }, discord }: SectionsProps) {
  const t = useTranslations('birthday');
  return (
    <Field label={t('role')} hint={t('roleHint')}>
      <GivenRolePicker
        label={t('role')}
        none={t('noRole')}
        roles={discord?.roles ?? []}
        value={draft.value.birthdayRoleId}
        onChange={(id) => set({ birthdayRoleId: id as GuildInfo['birthdayRoleId'] })}
      />
    </Field>
  );
}

function PanelButton({ serverId, canPost }: { serverId: ServerId; canPost: boolean }) {
  const t = useTranslations('birthday');
  const textOf = useFailureText();
  const client = useQueryClient();
  const post = useCreate(postPanel(client, serverId));
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted">{t('panelText')}</p>
      <Button
        icon={MessageSquarePlus}
        className="self-start"
        onClick={() => post.mutate()}
        disabled={!canPost || post.isPending}
      >
        {t(post.isPending ? 'posting' : 'postPanel')}
      </Button>
      <output className="block text-small">
        {post.isSuccess && <span className="text-ok">{t('panelPosted')}</span>}
        {post.isError && <span className="text-red">{textOf(post.error)}</span>}
      </output>
    </div>
  );
}
