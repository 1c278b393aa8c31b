'use client';

import type { JournalRow } from '@tally/contract/notifications/journal';
import type { DiscordGuildData } from '@tally/contract/servers/calls';
import { ChevronRight } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime, moment } from '../../../lib/words/format.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
import { LastSignal, Took } from '../list/last-signal.tsx';
import { shownName } from '../shown-name.ts';
import { signalOf } from '../signal.ts';

/** Shows one message in a row. A press opens its whole path. */
export function Row({
  row,
  discord,
  now,
  onOpen,
}: {
  row: JournalRow;
  now: Date;
  discord: DiscordGuildData | undefined;
  onOpen: () => void;
}) {
  const t = useTranslations('notifications');
  const locale = useLocale();
  const channel = discord?.channels?.find((each) => each.id === row.channelId);
  const isPosted = signalOf(row).tookMs !== null;
  return (
    <li className="border-line border-b">
      <button
        type="button"
        onClick={onOpen}
        className="group grid min-h-[52px] w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 gap-y-1 px-2 py-2.5 text-start transition-colors duration-120 hover:bg-surface @4xl:grid-cols-[120px_minmax(0,1.1fr)_64px_minmax(0,1fr)_minmax(0,1.8fr)_88px_16px]"
      >
        <time
          dateTime={row.times.detected.toISOString()}
          title={dateTime(row.times.detected, locale)}
          className="figures whitespace-nowrap text-muted text-small @max-4xl:order-1"
        >
          {moment(row.times.detected, now, locale)}
        </time>
        <span className="flex min-w-0 items-center gap-2.5 font-semibold">
          <PlatformNotch platform={row.platform} />
          <bdi className="truncate">{shownName(row)}</bdi>
        </span>
        <span className="flex min-w-0 gap-x-2 text-small @max-4xl:order-2 @max-4xl:col-span-3 @4xl:contents">
          <span className="shrink-0">{t(`editor.kinds.${row.kind}`)}</span>
          {row.channelId === null || row.channelId === '' ? (
            <span className="min-w-0 truncate text-muted">{t('noChannel')}</span>
          ) : (
            // Truncates at the end of the name, which differs from the page's end in right-to-left text.
            <bdi className="min-w-0 max-w-full justify-self-start truncate text-muted">
              {`#${discord ? (channel?.name ?? t('unknownChannel')) : '…'}`}
            </bdi>
          )}
        </span>
        {/* On a phone, a reason without a time next to it gets the whole line. */}
        <span className={cx('min-w-0 @max-4xl:order-3', isPosted ? '@max-4xl:col-span-1' : '@max-4xl:col-span-3')}>
          <LastSignal last={row} isPending={false} discord={discord} />
        </span>
        <span className={cx('flex justify-end @max-4xl:order-4 @max-4xl:col-span-2', !isPosted && '@max-4xl:hidden')}>
          <Took last={row} />
        </span>
        <Icon
          of={ChevronRight}
          size={16}
          className="justify-self-end text-faint transition-colors duration-120 group-hover:text-text @max-4xl:order-1 rtl:-scale-x-100"
        />
      </button>
    </li>
  );
}
