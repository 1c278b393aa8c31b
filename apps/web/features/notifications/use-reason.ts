import type { JournalRow } from '@tally/contract/notifications/journal';
import type { DiscordGuildData } from '@tally/contract/servers/calls';
import { useLocale, useTranslations } from 'next-intl';
import { clockTime, zoneName } from '../../lib/words/format.ts';
import { isolated, plainMentions, plainTimes } from '../../lib/words/mentions.ts';

type Row = Pick<JournalRow, 'digest' | 'explanation' | 'reason'>;

/** Explains why a message was not posted, or only in part. For a digest, it includes the time by the server's clock. */
export function useReason(discord: DiscordGuildData | undefined): (row: Row) => string | null {
  const t = useTranslations('notifications.digest');
  const locale = useLocale();
  return ({ digest, explanation, reason }) => {
    if (digest?.isStopped) return t('stopped');
    // Posts in a burst are listed within a minute, so the time does not matter.
    if (digest === null || reason === 'together')
      return explanation && plainMentions(plainTimes(explanation, locale), discord ?? {});
    const { at, timeZone, isTold } = digest;
    const isElsewhere = timeZone !== Intl.DateTimeFormat().resolvedOptions().timeZone;
    const time = clockTime(at, locale, timeZone);
    return t(isTold ? 'told' : 'held', {
      time: isolated(isElsewhere ? t('elsewhere', { time, zone: zoneName(timeZone) }) : time),
    });
  };
}
