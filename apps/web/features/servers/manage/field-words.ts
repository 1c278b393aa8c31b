'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { duration } from '../../../lib/words/format.ts';
import { wordIn } from '../../../lib/words/word-in.ts';
import type { FieldWords } from '../../../shell/server/values/use-rows.ts';
import { languagesQuery } from '../api.ts';
import { brandingAreas } from './draft-of.ts';
import { useSettingName } from './setting-name.ts';

const HOUR_MS = 3_600_000;

const quietParts: Readonly<Record<string, string>> = { enabled: 'quietOn', timeZone: 'zone' };

/** The labels of a server's settings, by their names in the API. */
export function useSettingFields(): FieldWords {
  const t = useTranslations('servers');
  const locale = useLocale();
  const nameOf = useSettingName();
  const languages = useQuery(languagesQuery()).data ?? [];
  return (field) => {
    const name = nameOf(field) ?? field;
    switch (field) {
      case 'locale':
        return { name, choiceOf: (value) => languages.find((language) => language.value === value)?.name };
      case 'quietHours':
        return {
          name,
          partOf: (path) => path.map((step) => wordIn(t, `general.${quietParts[step] ?? step}`) ?? String(step)),
          choiceOf: (value, [part]) => (part === 'mode' ? wordIn(t, `general.modes.${value}`) : undefined),
        };
      case 'disableBranding':
        return {
          name,
          partOf: (path) => path.map((step) => wordIn(t, `general.branding.${step}`) ?? String(step)),
          asParts: shownWhere,
        };
      case 'vodDownloadStoreForHours':
        return {
          name,
          asParts: (hours) => (typeof hours === 'number' ? duration(hours * HOUR_MS, locale, 'long') : hours),
        };
      default:
        return { name };
    }
  };
}

/** Converts the hidden areas of the API into the shown areas of the page. */
const shownWhere = (switches: unknown): unknown => {
  const off = (switches ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries([...brandingAreas, ...Object.keys(off)].map((area) => [area, off[area] !== true]));
};
