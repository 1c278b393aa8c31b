'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Import } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { isLocked, PremiumCrown } from '../../../../shell/premium-lock.tsx';
import { discordDataQuery, serverQuery } from '../../../../shell/server/api.ts';
import { toast } from '../../../../shell/toast.ts';
import { useCreate } from '../../../../shell/use-create.ts';
import { Button } from '../../../../ui/button.tsx';
import { cx } from '../../../../ui/cx.ts';
import { SwitchRow } from '../../../../ui/fields/switch.tsx';
import type { Shown } from '../api.ts';
import { type Channel, startImport } from './api.ts';
import { type Places, placesAfter } from './places.ts';

interface Options {
  readonly canAdd: Places;
  readonly subRole?: string | undefined;
}

/** Lists the emotes to add, and the remaining slots. */
export function Wanted({
  serverId,
  channel,
  options,
  emotes,
  isBusy,
  onClear,
}: {
  serverId: ServerId;
  channel: Channel;
  options: Options;
  emotes: readonly Shown[];
  isBusy: boolean;
  onClear: () => void;
}) {
  const t = useTranslations('emotes');
  const [isForSubscribers, setForSubscribers] = useState(false);
  const start = useCreate(startImport(useQueryClient(), serverId));
  const server = useQuery(serverQuery(serverId)).data;
  const { left, unknown, isTooMany } = placesAfter(options.canAdd, emotes);
  const begin = () =>
    start.mutate(
      { channel, emotes, lockToSubIfSet: isForSubscribers },
      {
        onSuccess() {
          void toast('success', { title: t('import.started') });
          onClear();
        },
      },
    );
  return (
    <div className="sticky bottom-3 z-10 rounded-panel border border-line bg-surface px-3 py-2 shadow-lg">
      {options.subRole !== undefined && emotes.length > 0 && (
        <SubscribersOnly
          serverId={serverId}
          roleId={options.subRole}
          isChecked={isForSubscribers}
          isLocked={isLocked(server, 'ImportEmojisWithSub')}
          onChange={setForSubscribers}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <output className="me-auto">
          <span className="block font-semibold">{t('chosen', { count: emotes.length })}</span>
          {(['normal', 'animated'] as const).map((kind) => (
            <span key={kind} className={cx('me-3 inline-block text-small', left[kind] < 0 ? 'text-red' : 'text-muted')}>
              {left[kind] < 0
                ? t(`import.tooMany.${kind}`, { count: -left[kind] })
                : t(`import.left.${kind}`, { count: left[kind] })}
            </span>
          ))}
          {unknown > 0 && (
            <span className={cx('block text-small', isTooMany ? 'text-red' : 'text-muted')}>
              {t('import.unknown', { count: unknown })}
            </span>
          )}
          {isBusy && <span className="block text-small text-warn">{t('import.busy')}</span>}
        </output>
        <Button variant="ghost" disabled={emotes.length === 0} onClick={onClear}>
          {t('clear')}
        </Button>
        {isLocked(server, 'ImportEmojis') ? (
          <PremiumCrown flag="ImportEmojis" label={t('import.start')} />
        ) : (
          <Button
            icon={Import}
            variant="primary"
            disabled={emotes.length === 0 || isTooMany || isBusy}
            isPending={start.isPending}
            onClick={begin}
          >
            {t('import.start')}
          </Button>
        )}
      </div>
    </div>
  );
}

function SubscribersOnly({
  serverId,
  roleId,
  isChecked,
  isLocked: isDisabled,
  onChange,
}: {
  serverId: ServerId;
  roleId: string;
  isChecked: boolean;
  isLocked: boolean;
  onChange: (isChecked: boolean) => void;
}) {
  const t = useTranslations('emotes.import');
  const roles = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data?.roles;
  return (
    <SwitchRow
      label={t('forSubscribers')}
      hint={t('forSubscribersHint', { role: roles?.find(({ id }) => id === roleId)?.name ?? '…' })}
      aside={isDisabled && <PremiumCrown flag="ImportEmojisWithSub" />}
      checked={isChecked}
      disabled={isDisabled}
      onChange={onChange}
    />
  );
}
