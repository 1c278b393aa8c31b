'use client';

import type { ChannelId, RoleId, ServerId } from '@tally/contract/ids';
import type { Platform } from '@tally/contract/platforms';
import type { StreamerBody } from '@tally/contract/streamer-bodies';
import type { Streamer } from '@tally/contract/streamers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useRef, useState } from 'react';
import { platformNames } from '../../../lib/platform-names.ts';
import { useFailure } from '../../../shell/failed.tsx';
import { toast } from '../../../shell/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogClose } from '../../../ui/dialog.tsx';
import { Field, FieldInput } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { discordDataQuery } from '../../servers/api.ts';
import { ChannelPicker } from '../../servers/channel-picker.tsx';
import { PingPicker } from '../../servers/role-picker.tsx';
import { addStreamer } from '../api.ts';
import { channelOf } from '../channel-of.ts';
import { readStreamerName } from '../streamer-name.ts';

const FORM = 'add-streamer';

export function AddStreamer({
  serverId,
  platform,
  others,
  onClose,
}: {
  serverId: ServerId;
  platform: Platform;
  others: readonly Streamer[];
  onClose: () => void;
}) {
  const t = useTranslations('notifications');
  const words = useTranslations('ui');
  const client = useQueryClient();
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles']));
  const add = useMutation(addStreamer(client, { serverId, platform }));
  const refusal = useFailure(add.error);
  const nameInput = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [channelId, setChannel] = useState<string | null>(() => mostUsed(others));
  const [roleId, setRole] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);

  const read = readStreamerName(typed, platform);
  const nameError =
    read.kind === 'other'
      ? t('otherPlatform', { platform: platformNames[read.platform] })
      : read.kind === 'unclear'
        ? t('unclearName')
        : undefined;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (read.kind !== 'name' || channelId === null) return;
    const body = bodyOf(platform, channelId, roleId);
    add.mutate(
      { name: read.name, ...(read.rumbleType ? { rumbleType: read.rumbleType } : {}), body },
      {
        onSuccess: (streamer) => {
          void toast('success', { title: t('added', { name: streamer.displayName ?? streamer.streamerUserName }) });
          onClose();
        },
      },
    );
  };

  return (
    <Dialog
      open
      initialFocus={nameInput}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('addTitle', { platform: platformNames[platform] })}
      description={t('addText')}
      actions={
        <>
          <DialogClose>
            <Button>{words('cancel')}</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={FORM} isPending={add.isPending}>
            {t('add')}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field
          label={t('nameLabel')}
          hint={t('nameHint', { platform: platformNames[platform] })}
          error={add.isError ? refusal : isTried ? nameError : undefined}
        >
          <FieldInput
            ref={nameInput}
            dir="auto"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              add.reset();
            }}
          />
        </Field>
        <Field
          label={t('columns.postsTo')}
          error={isTried && channelId === null ? t('chooseChannel') : undefined}
          aside={
            <Button
              variant="ghost"
              size="compact"
              onClick={() => void client.fetchQuery(freshDiscordData(serverId))}
              aria-label={t('checkAgain')}
            >
              <Icon of={RotateCw} />
              {t('checkAgain')}
            </Button>
          }
          hint={t('channelHint')}
        >
          <ChannelPicker
            label={t('columns.postsTo')}
            channels={discord.data?.channels ?? []}
            value={channelId}
            onChange={setChannel}
            disabled={discord.isPending}
            isInvalid={isTried && channelId === null}
          />
        </Field>
        <Field label={t('pingLabel')} hint={t('pingHint')}>
          <PingPicker
            label={t('pingLabel')}
            roles={discord.data?.roles ?? []}
            value={roleId}
            onChange={setRole}
            disabled={discord.isPending}
          />
        </Field>
      </form>
    </Dialog>
  );
}

const freshDiscordData = (serverId: ServerId) => ({
  ...discordDataQuery(serverId, ['channels', 'roles'], { isForced: true }),
  staleTime: 0,
});

function bodyOf(platform: Platform, channelId: string, roleId: string | null): StreamerBody {
  const channel = channelId as ChannelId;
  const pingRoleId = roleId as RoleId | null;
  return platform === 'youtube' || platform === 'tiktok'
    ? { liveNotificationChannelId: channel, videoNotificationChannelId: channel, pingRoleId }
    : { notificationChannelId: channel, pingRoleId };
}

/** The next one usually goes where the others go. */
function mostUsed(others: readonly Streamer[]): string | null {
  const counts = new Map<string, number>();
  for (const streamer of others) {
    const id = channelOf(streamer);
    if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}
