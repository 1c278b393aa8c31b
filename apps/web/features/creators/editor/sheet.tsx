'use client';

import { type Creator, creatorLimits } from '@tally/contract/creators/calls';
import type { ChannelId, RoleId, ServerId } from '@tally/contract/wire/ids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { storedAs, unstored } from '../../../lib/drafts/record-draft.ts';
import { namesFrom } from '../../../lib/words/plain-refusal.ts';
import { EditSheet } from '../../../shell/drafts/edit-sheet.tsx';
import { type RecordEdit, useRecordDraft } from '../../../shell/drafts/use-record-draft.ts';
import { isLocked, PremiumCrown } from '../../../shell/premium-lock.tsx';
import { discordDataQuery, serverQuery } from '../../../shell/server/api.ts';
import { usePingWarning } from '../../../shell/server/ping-warning.tsx';
import { useDraftRows } from '../../../shell/server/values/use-rows.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { Button } from '../../../ui/button.tsx';
import { ChannelPicker } from '../../../ui/fields/channel-picker.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { PingPicker } from '../../../ui/fields/role-picker.tsx';
import { creatorsQuery, saveCreator } from '../api.ts';
import { useCreatorFields } from '../field-words.ts';
import { bodyOf, type CreatorDraft, draftOf, emptyDraft, isCreatorDraft } from './draft-of.ts';
import { Members } from './members.tsx';
import { Order } from './order.tsx';

interface SheetProps {
  serverId: ServerId;
  creators: readonly Creator[];
  opened: Creator | 'new';
  onClose: () => void;
}

export function CreatorSheet(props: SheetProps) {
  const { serverId, creators, opened, onClose } = props;
  const t = useTranslations('creators');
  const client = useQueryClient();
  const name = `${serverId} creator ${opened === 'new' ? 'new' : opened.creatorId}`;
  const put = useCreate(saveCreator(client, serverId), { draft: name, leaves: true });
  const rowsOf = useDraftRows<CreatorDraft>(serverId, useCreatorFields());
  const [isTried, setTried] = useState(false);
  const edit = useRecordDraft<CreatorDraft>({
    name,
    leaves: true,
    stored: opened === 'new' ? unstored(emptyDraft) : storedAs(opened, draftOf),
    isDraft: isCreatorDraft,
    nameOf: namesFrom(t),
    send: async ({ value, version, isNew }) => {
      const body = bodyOf(value);
      const creatorId = opened === 'new' || isNew ? null : opened.creatorId;
      await put.mutateAsync({ creatorId, body, version });
      return t(creatorId === null ? 'added' : 'saved', { name: body.name });
    },
    fetchStored: async () => {
      const now = await client.fetchQuery({ ...creatorsQuery(serverId), staleTime: 0 });
      const theirs = now.find((each) => opened !== 'new' && each.creatorId === opened.creatorId);
      return theirs ? storedAs(theirs, draftOf) : null;
    },
    onSaved: onClose,
    onGone: onClose,
  });
  const { value } = edit.draft;
  const hasName = value.name.trim() !== '';
  const hasChannels = value.channels.length > 0;
  const save = () => {
    setTried(true);
    if (hasName && hasChannels) edit.save();
  };
  const title = opened === 'new' ? t('addTitle') : t('editTitle', { name: opened.name });
  return (
    <EditSheet
      title={title}
      width={520}
      save={t(opened === 'new' ? 'saveNew' : 'save')}
      edit={{ ...edit, save }}
      rowsOf={rowsOf}
      onClose={onClose}
    >
      <Members
        serverId={serverId}
        creators={creators}
        opened={opened}
        draft={value}
        problem={isTried && !hasChannels ? t('problems.channels') : undefined}
        onChange={(to) => edit.draft.change('channels', to)}
      />
      <Field
        label={t('fields.name')}
        hint={t('fields.nameHint')}
        error={isTried && !hasName ? t('problems.name') : undefined}
      >
        <FieldInput
          dir="auto"
          autoComplete="off"
          maxLength={creatorLimits.name}
          value={value.name}
          onChange={({ target }) => edit.set({ name: target.value })}
        />
      </Field>
      <Order draft={value} onChange={(to) => edit.draft.change('order', to)} />
      <Where serverId={serverId} edit={edit} />
    </EditSheet>
  );
}

/** Sets the message's channel and ping. The default is the settings of the channel that goes live first. */
function Where({ serverId, edit }: { serverId: ServerId; edit: RecordEdit<CreatorDraft> }) {
  const t = useTranslations('creators.fields');
  const server = useQuery(serverQuery(serverId)).data;
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  const { notificationChannelId, pingRoleId } = edit.draft.value;
  const mayPing = !isLocked(server, 'NotificationPingRoleId');
  const pingWarning = usePingWarning(discord, pingRoleId, [notificationChannelId]);
  return (
    <>
      <Field
        label={t('notificationChannelId')}
        hint={t('channelHint')}
        aside={
          notificationChannelId === null ? undefined : (
            <Button variant="ghost" size="compact" onClick={() => edit.set({ notificationChannelId: null })}>
              {t('ownChannel')}
            </Button>
          )
        }
      >
        <ChannelPicker
          label={t('notificationChannelId')}
          channels={discord?.channels ?? []}
          value={notificationChannelId}
          onChange={(next) => edit.set({ notificationChannelId: next as ChannelId | null })}
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
          onChange={(next) => edit.set({ pingRoleId: next as RoleId | null })}
          disabled={!discord || !mayPing}
        />
      </Field>
    </>
  );
}
