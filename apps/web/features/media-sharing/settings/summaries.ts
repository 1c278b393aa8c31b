'use client';

import { useLocale, useTranslations } from 'next-intl';
import { percent } from '../../../lib/words/format.ts';
import { videoTime } from '../format.ts';
import { type NumberName, type SettingsDraft, usualNumber } from './draft-of.ts';

/** Summarizes the settings of each closed row. */
export function useMediaSummaries(draft: SettingsDraft, volume: number) {
  const t = useTranslations('media-sharing');
  const locale = useLocale();
  const numberOf = (name: NumberName) => draft[name] ?? usualNumber(name);
  const who = draft.permissions.find(({ command }) => command === 'request');
  const levels = [...new Set([...(who?.onKick ?? []), ...(who?.onTwitch ?? [])])].filter(
    (level) => level !== 'broadcaster',
  );
  const list = new Intl.ListFormat(locale);
  const joined = (parts: readonly (string | false)[]) => parts.filter((part) => part !== false).join(' · ');
  return {
    requests: joined([
      list.format(draft.modes.map((mode) => t(`kinds.${mode}`))),
      t('settings.summary.approval', { who: t(`settings.approvals.${draft.approval}`) }),
    ]),
    limits: joined([
      t('settings.summary.queue', { count: numberOf('queueLimit') }),
      t('settings.summary.perPerson', { count: numberOf('perPerson') }),
      t('settings.summary.longest', { time: videoTime(numberOf('longestSeconds')) }),
    ]),
    playback: joined([
      t('settings.summary.volume', { volume: percent(volume / 100, locale) }),
      draft.easeIn && t('settings.summary.fadesIn'),
      draft.voteSkip && t('settings.summary.votes'),
    ]),
    commands: `\u2066${draft.prefix}request\u2069: ${
      levels.length === 0
        ? t('settings.levels.nobody')
        : list.format(levels.map((level) => t(`settings.levels.${level}`)))
    }`,
  };
}
