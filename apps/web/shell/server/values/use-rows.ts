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
  /** The labels of a value's parts, outermost first. */
  readonly partOf?: (path: readonly Step[]) => readonly string[];
  /** The label of a fixed value; for a part, `path` is its position in the field. */
  readonly choiceOf?: (value: string, path: readonly Step[]) => string | undefined;
  /** Its value in a shape that can be compared part by part. */
  readonly asParts?: (value: unknown) => unknown;
}

/** The fields of one kind of record, by their names in its draft and on the wire. */
export type FieldWords = (field: string) => Field;

/** Two values of a field as rows: one, or where only parts of them differ, one for each of these. */
export type RowsOfValue = (field: Field, one: unknown, other: unknown) => readonly ChangeRow[];

/** Without a server, a value cannot be a channel or role. */
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

/** The rows for the fields of a draft in a conflict with another person's save. */
export function useDraftRows<T extends object>(serverId: ServerId | null, fields: FieldWords) {
  const rows = useRows(serverId);
  return (field: keyof T & string, one: T, other: T) => rows(fields(field), one[field], other[field]);
}
