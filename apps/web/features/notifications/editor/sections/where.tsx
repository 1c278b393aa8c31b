'use client';

import { settingsOf } from '@tally/contract/notifications/streamer-settings';
import type { Platform } from '@tally/contract/platforms/words';
import type { ChannelId, RoleId, ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useInDiscord } from '../../../../lib/browser/use-links.ts';
import { checkErrors } from '../../../../shell/server/errors.ts';
import { usePingWarning } from '../../../../shell/server/ping-warning.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ChannelPicker } from '../../../../ui/fields/channel-picker.tsx';
import { Field } from '../../../../ui/fields/field.tsx';
import { usePermissionWords } from '../../../../ui/fields/permission-words.ts';
import { PingPicker } from '../../../../ui/fields/role-picker.tsx';
import type { SettingKey } from '../draft-of.ts';
import { type EditorSceneProps, setIn } from '../scene.ts';

type ChannelKey = Extract<SettingKey, `${string}ChannelId`>;

/** Platforms with videos have two channel settings, others have one. */
const channelKeys = (platform: Platform): readonly ChannelKey[] =>
  (['notificationChannelId', 'liveNotificationChannelId', 'videoNotificationChannelId'] as const).filter(
    (key) => key in settingsOf[platform],
  );

export function WhereSection(scene: EditorSceneProps) {
  const { platform } = scene;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {channelKeys(platform).map((key) => (
        <ChannelField key={key} scene={scene} name={key} isNeeded={key !== 'videoNotificationChannelId'} />
      ))}
      <Ping {...scene} />
    </div>
  );
}

export function ChannelField({
  scene,
  name,
  isNeeded = false,
}: {
  scene: EditorSceneProps;
  name: ChannelKey;
  isNeeded?: boolean;
}) {
  const t = useTranslations('notifications.editor');
  const permissionWords = usePermissionWords();
  const inDiscord = useInDiscord();
  const { draft, discord } = scene;
  const id = draft.value[name] ?? null;
  const channel = discord?.channels?.find((each) => each.id === id);
  const isGone = id !== null && discord?.channels !== undefined && !channel;
  const problem = isGone
    ? t('channelGone')
    : channel && !channel.validPermissions
      ? t.rich('channelBlocked', {
          permissions: channel.missingPermissions.map(permissionWords).join(', '),
          discord: linkTo(inDiscord(scene.streamer.guildId, channel.id)),
        })
      : isNeeded && id === null
        ? t('channelNeeded')
        : undefined;
  const set = setIn(draft, name);
  return (
    <Field
      label={t(`fields.${name}`)}
      error={problem}
      aside={
        channel && !channel.validPermissions ? (
          <CheckPlace serverId={scene.streamer.guildId} />
        ) : !isNeeded && id !== null ? (
          <Button variant="ghost" size="compact" onClick={() => set(null)}>
            {t('noChannel')}
          </Button>
        ) : undefined
      }
    >
      <ChannelPicker
        label={t(`fields.${name}`)}
        channels={discord?.channels ?? []}
        value={id}
        onChange={(next) => set(next as ChannelId | null)}
        disabled={!discord}
        isInvalid={problem !== undefined}
      />
    </Field>
  );
}

function CheckPlace({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('notifications.editor');
  const check = useMutation(checkErrors(useQueryClient(), serverId));
  return (
    <Button variant="ghost" size="compact" onClick={() => check.mutate()} isPending={check.isPending}>
      {t('checkAgain')}
    </Button>
  );
}

const linkTo = (href: string) => (words: ReactNode) => (
  <a href={href} target="_blank" rel="noreferrer" className="underline hover:text-text">
    {words}
  </a>
);

function Ping({ platform, draft, discord }: EditorSceneProps) {
  const t = useTranslations('notifications.editor');
  const channels = channelKeys(platform).map((key) => draft.value[key]);
  const warning = usePingWarning(discord, draft.value.pingRoleId, channels);
  return (
    <Field label={t('fields.pingRoleId')} hint={warning ?? t('pingHint')}>
      <PingPicker
        label={t('fields.pingRoleId')}
        roles={discord?.roles ?? []}
        value={draft.value.pingRoleId ?? null}
        onChange={(next) => setIn(draft, 'pingRoleId')(next as RoleId | null)}
        disabled={!discord}
      />
    </Field>
  );
}
