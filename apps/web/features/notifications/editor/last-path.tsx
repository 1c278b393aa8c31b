'use client';

import type { JournalRow } from '@tally/contract/journal';
import type { DiscordGuildData } from '@tally/contract/servers';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime, duration } from '../../../lib/format.ts';
import { plainMentions } from '../../../lib/mentions.ts';
import { Card } from '../../../ui/card.tsx';
import { LargePath } from '../../../ui/node-path.tsx';
import { hasTrouble, signalOf } from '../signal.ts';

/**
 * The path of the last real post, or of a test as long as there was none: step by step, with the time since detection.
 */
export function LastPath({ last, discord }: { last: JournalRow | undefined; discord: DiscordGuildData | undefined }) {
  const t = useTranslations('notifications.editor');
  const locale = useLocale();
  if (!last) {
    return (
      <Card className="mb-6 px-5 py-4 text-muted">
        <p>{t('noPostYet')}</p>
      </Card>
    );
  }
  const since = (at: Date | null) =>
    at === null ? undefined : `+${duration(Math.max(0, at.getTime() - last.times.detected.getTime()), locale)}`;
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
      {hasTrouble(last) && last.explanation && (
        <p className="mt-3 border-line border-t pt-3 text-warn">{plainMentions(last.explanation, discord ?? {})}</p>
      )}
    </Card>
  );
}
