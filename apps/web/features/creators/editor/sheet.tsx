'use client';

import { type Creator, creatorLimits } from '@tally/contract/creators';
import type { ChannelId, RoleId, ServerId } from '@tally/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { EditSheet } from '../../../shell/edit-sheet.tsx';
import { isLocked, PremiumCrown } from '../../../shell/premium-lock.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, FieldInput } from '../../../ui/field.tsx';
import { discordDataQuery, serverQuery } from '../../servers/api.ts';
import { ChannelPicker } from '../../servers/channel-picker.tsx';
import { usePingWarning } from '../../servers/ping-warning.tsx';
import { PingPicker } from '../../servers/role-picker.tsx';
import { Members } from './members.tsx';
import { Order } from './order.tsx';
import { useCreator } from './use-creator.ts';

interface SheetProps {
  serverId: ServerId;
  creators: readonly Creator[];
  opened: Creator | 'new';
  onClose: () => void;
}

export function CreatorSheet(props: SheetProps) {
  const { serverId, creators, opened, onClose } = props;
  const t = useTranslations('creators');
  const edit = useCreator(serverId, opened, onClose);
  const title = opened === 'new' ? t('addTitle') : t('editTitle', { name: opened.name });
  return (
    <EditSheet title={title} width={520} save={t(opened === 'new' ? 'saveNew' : 'save')} edit={edit} onClose={onClose}>
      <Members
        serverId={serverId}
        creators={creators}
        opened={opened}
        draft={edit.draft}
        problem={edit.channelsProblem}
        onChange={edit.change}
      />
      <Field label={t('fields.name')} hint={t('fields.nameHint')} error={edit.nameProblem}>
        <FieldInput
          dir="auto"
          autoComplete="off"
          maxLength={creatorLimits.name}
          value={edit.draft.name}
          onChange={({ target }) => edit.change((now) => ({ ...now, name: target.value }))}
        />
      </Field>
      <Order draft={edit.draft} onChange={edit.change} />
      <Where serverId={serverId} edit={edit} />
    </EditSheet>
  );
}

/** Where the one message goes and whom it pings; otherwise as the channel that goes live first is set up. */
function Where({ serverId, edit }: { serverId: ServerId; edit: ReturnType<typeof useCreator> }) {
  const t = useTranslations('creators.fields');
  const server = useQuery(serverQuery(serverId)).data;
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  const { notificationChannelId, pingRoleId } = edit.draft;
  const mayPing = !isLocked(server, 'NotificationPingRoleId');
  const pingWarning = usePingWarning(discord, pingRoleId, [notificationChannelId]);
  return (
    <>
      <Field
        label={t('notificationChannelId')}
        hint={t('channelHint')}
        aside={
          notificationChannelId === null ? undefined : (
            <Button
              variant="ghost"
              size="compact"
              onClick={() => edit.change((now) => ({ ...now, notificationChannelId: null }))}
            >
              {t('ownChannel')}
            </Button>
          )
        }
      >
        <ChannelPicker
          label={t('notificationChannelId')}
          channels={discord?.channels ?? []}
          value={notificationChannelId}
          onChange={(next) => edit.change((now) => ({ ...now, notificationChannelId: next as ChannelId | null }))}
          disabled={!discord}
        />
      </Field>
      <Field
        label={t('pingRoleId')}
        hint={pingWarning ?? t('pingHint')}
        aside={mayPing ? undefined : <PremiumCrown flag="NotificationPingRoleId" />}
      >
        <PingPicker
          label={t('pingRoleId')}
          roles={discord?.roles ?? []}
          value={pingRoleId}
          onChange={(next) => edit.change((now) => ({ ...now, pingRoleId: next as RoleId | null }))}
          disabled={!discord || !mayPing}
        />
      </Field>
    </>
  );
}
