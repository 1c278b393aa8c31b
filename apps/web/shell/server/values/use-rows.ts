'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { leaves, type Step } from '../../../lib/drafts/differences.ts';
import type { ChangeRow } from '../../drafts/change-rows.tsx';
import { discordDataQuery } from '../api.ts';
import { readableSides } from './readable.ts';

/** How to display one field of a record. */
export interface Field {
  readonly name: string;
  /** Returns the labels of a value's parts, outermost first. */
  readonly partOf?: (path: readonly Step[]) => readonly string[];
  /** Returns the label of a fixed value. For a part, `path` is its position in the field. */
  readonly choiceOf?: (value: string, path: readonly Step[]) => string | undefined;
  /** Converts the value for a comparison part by part. */
  readonly asParts?: (value: unknown) => unknown;
}

/** Returns how to display a field of one kind of record, by its name in the draft or the API. */
export type FieldWords = (field: string) => Field;

/** Compares two values of a field. Returns one row per changed part, or one row for the whole value. */
export type RowsOfValue = (field: Field, one: unknown, other: unknown) => readonly ChangeRow[];

/** Without a server, values are never read as channels or roles. */
export function useRows(serverId: ServerId | null): RowsOfValue {
  const t = useTranslations('servers.values');
  const locale = useLocale();
  const discord = useQuery({
    ...discordDataQuery(serverId ?? ('' as ServerId), ['channels', 'roles']),
    enabled: serverId !== null,
  }).data;
  const words = { none: t('none'), on: t('on'), off: t('off') };
  return ({ name, partOf, choiceOf, asParts = same }, one, other) =>
    leaves(asParts(one), asParts(other)).map(({ path, ...sides }) => {
      const scene = { words, locale, discord, choiceOf: (value: string) => choiceOf?.(value, path) };
      const parts = partOf?.(path) ?? path.map(String);
      return {
        name: [name, ...parts].filter((each) => each !== '').join(' · '),
        ...readableSides(sides.one, sides.other, scene),
      };
    });
}

const same = (value: unknown): unknown => value;

/** Returns the rows that compare a draft with another person's save. */
export function useDraftRows<T extends object>(serverId: ServerId | null, fields: FieldWords) {
  const rows = useRows(serverId);
  return (field: keyof T & string, one: T, other: T) => rows(fields(field), one[field], other[field]);
}
