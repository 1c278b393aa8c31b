'use client';

import { type Creator, creatorLimits } from '@tally/contract/creators';
import type { ChannelId, RoleId, ServerId } from '@tally/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { isLocked, PremiumCrown } from '../../../shell/premium-lock.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, FieldInput } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { iconButtonClass } from '../../../ui/icon-button.tsx';
import { Sheet, SheetParts } from '../../../ui/sheet.tsx';
import { discordDataQuery, serverQuery } from '../../servers/api.ts';
import { ChannelPicker } from '../../servers/channel-picker.tsx';
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
  const words = useTranslations('ui');
  const edit = useCreator(serverId, opened, onClose);
  const title = opened === 'new' ? t('addTitle') : t('editTitle', { name: opened.name });
  return (
    <Sheet
      open
      side="end"
      label={title}
      className="max-sm:w-[calc(100vw-24px)] sm:w-[min(520px,100vw)]"
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <form
        className="flex min-h-full flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          edit.save();
        }}
      >
        <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-3">
          <SheetParts.Title className="min-w-0 font-semibold text-title wrap-anywhere">{title}</SheetParts.Title>
          <SheetParts.Close className={`${iconButtonClass} -me-2 -mt-1.5`} aria-label={words('close')}>
            <Icon of={X} />
          </SheetParts.Close>
        </header>
        <div className="grid flex-1 content-start gap-5 px-5 pb-5">
          {edit.wasKept && (
            <div className="flex items-center justify-between gap-3 rounded-card border border-line bg-surface p-2 ps-3">
              <span>{t('draftBack')}</span>
              <Button size="compact" onClick={edit.discard}>
                {t('discard')}
              </Button>
            </div>
          )}
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
        </div>
        <footer className="sticky bottom-0 border-t border-line bg-ground px-5 py-3">
          {edit.problem !== null && (
            <p role="alert" className="mb-3 whitespace-pre-line text-red text-small">
              {edit.problem}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <SheetParts.Close render={<Button>{words('cancel')}</Button>} />
            <Button variant="primary" type="submit" isPending={edit.isSaving}>
              {t(opened === 'new' ? 'saveNew' : 'save')}
            </Button>
          </div>
        </footer>
      </form>
    </Sheet>
  );
}

/** Where the one message goes and whom it pings; otherwise as the channel that goes live first is set up. */
function Where({ serverId, edit }: { serverId: ServerId; edit: ReturnType<typeof useCreator> }) {
  const t = useTranslations('creators.fields');
  const server = useQuery(serverQuery(serverId)).data;
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  const { notificationChannelId, pingRoleId } = edit.draft;
  const mayPing = !isLocked(server, 'NotificationPingRoleId');
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
        hint={t('pingHint')}
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
