'use client';

import type { BellItem, CurrentUser } from '@tally/contract/account/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Bell as BellIcon, CheckCheck, CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { relativeTime } from '../../lib/words/format.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { Dot } from '../../ui/lamp.tsx';
import { Popover, PopoverParts } from '../../ui/layers/popover.tsx';
import { markAllAsRead } from '../me.ts';
import { BellButton } from './bell-button.tsx';

const looks: Record<BellItem['severity'], { icon: LucideIcon; colour: string }> = {
  info: { icon: Info, colour: 'text-info' },
  warning: { icon: TriangleAlert, colour: 'text-warn' },
  emergency: { icon: CircleAlert, colour: 'text-red' },
};

/** A panel of 300 px with a list of 400 px. It loads on demand, so it is open at first. */
export function Bell({ me }: { me: CurrentUser }) {
  const t = useTranslations('shell.bell');
  const client = useQueryClient();
  const markAll = useMutation(markAllAsRead(client, me.discord.id));
  // Stores when the panel opened, so rendering the items' age stays pure.
  const [openedAt, setOpenedAt] = useState<Date | undefined>(() => new Date());
  const { list } = me.database.notifications;
  const unread = list.filter((item) => !item.isRead).length;

  return (
    <Popover
      className="w-[300px]"
      onOpenChange={(isOpen) => setOpenedAt(isOpen ? new Date() : undefined)}
      defaultOpen
      trigger={<BellButton me={me} />}
    >
      <div className="flex min-h-11 items-center justify-between gap-2 border-b border-line ps-4 pe-2">
        <PopoverParts.Title className="font-semibold">{t('label')}</PopoverParts.Title>
        {unread > 0 && (
          <Button icon={CheckCheck} variant="ghost" size="compact" onClick={() => markAll.mutate()}>
            {t('markAll')}
          </Button>
        )}
      </div>
      <ul className="h-[400px] overflow-y-auto" aria-label={t('label')}>
        {list.length === 0 && (
          <li className="flex h-full flex-col items-center justify-center gap-3 px-8 text-center text-muted">
            <Icon of={BellIcon} size={22} />
            {t('empty')}
          </li>
        )}
        {list.map((item) => (
          <Item key={item.id} item={item} now={openedAt} />
        ))}
      </ul>
    </Popover>
  );
}

function Item({ item, now }: { item: BellItem; now: Date | undefined }) {
  const t = useTranslations('shell.bell');
  const locale = useLocale();
  const { icon, colour } = looks[item.severity];
  return (
    <li className="relative flex gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <span className={cx('mt-0.5 shrink-0', colour)}>
        <Icon of={icon} />
        <span className="sr-only">{t(item.severity)}</span>
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-2">
          <span className={cx('wrap-anywhere', !item.isRead && 'font-semibold')}>{item.title}</span>
          {!item.isRead && (
            <>
              <Dot className="mt-1.5 shrink-0" />
              <span className="sr-only">{t('new')}</span>
            </>
          )}
        </div>
        <p className="text-muted text-small wrap-anywhere whitespace-pre-line">{item.message}</p>
        <div className="mt-1 flex items-center justify-between gap-2 text-faint text-small">
          <time dateTime={item.createdAt.toISOString()}>{now && relativeTime(item.createdAt, now, locale)}</time>
          {item.actionUrl !== null && isFollowable(item.actionUrl) && (
            <a href={item.actionUrl} className="font-semibold text-text underline underline-offset-3">
              {t('open')}
            </a>
          )}
        </div>
      </div>
    </li>
  );
}

/** Rejects other addresses, such as `javascript:`. */
const isFollowable = (url: string): boolean => /^(https:\/\/|\/(?!\/))/.test(url);
