'use client';

import type { JournalRow } from '@tally/contract/notifications/journal';
import type { DiscordGuildData } from '@tally/contract/servers/calls';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime, duration } from '../../../lib/words/format.ts';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { LargePath } from '../../../ui/node-path.tsx';
import { hasTrouble, signalOf } from '../signal.ts';
import { useReason } from '../use-reason.ts';

/** Shows the path of the last real post, or of a test if there is none, with the time of each step since detection. */
export function LastPath({ last, discord }: { last: JournalRow | undefined; discord: DiscordGuildData | undefined }) {
  const t = useTranslations('notifications.editor');
  const locale = useLocale();
  const reasonOf = useReason(discord);
  if (!last) {
    return (
      <Card className="mb-6 px-5 py-4 text-muted">
        <p>{t('noPostYet')}</p>
      </Card>
    );
  }
  const since = (at: Date | null) =>
    at === null ? undefined : `+${duration(Math.max(0, at.getTime() - last.times.detected.getTime()), locale)}`;
  const reason = reasonOf(last);
  const nodes = signalOf(last).nodes.map(({ step, state }) => ({
    key: step,
    state,
    label: t(`steps.${step}`),
    figure: step === 'detected' ? dateTime(last.times.detected, locale) : since(last.times[step]),
  }));
  return (
    <Card className="mb-6 px-5 py-4">
      {last.kind === 'test' && <p className="mb-4 text-muted">{t('onlyTests')}</p>}
      <LargePath nodes={nodes} />
      {hasTrouble(last) && reason && (
        <p className={cx('mt-3 border-line border-t pt-3', !last.digest && 'text-warn')}>{reason}</p>
      )}
    </Card>
  );
}
