import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ChangedField, ChangeSubject, RecordVersion } from '@tally/contract';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One state of what was changed: of a record its fields, of a setting its value. */
export interface Difference {
  readonly what: string;
  readonly subject: ChangeSubject | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** What differs between two states. A setting that is one value is its own field. */
export function fieldsBetween({ what, subject, before, after }: Difference): ChangedField[] {
  if (!isFields(before ?? after)) return isDeepStrictEqual(before, after) ? [] : [{ field: what, before, after }];
  const [was, is] = [isFields(before) ? before : {}, isFields(after) ? after : {}];
  const isWhole = isFields(before) && isFields(after);
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((field) => {
    const [former, current] = [was[field] ?? null, is[field] ?? null];
    if (isDeepStrictEqual(former, current) || (!isWhole && saysNothing(subject, former ?? current))) return [];
    return [{ field, before: former, after: current }];
  });
}

/** Where everything is new, or gone: fields in which nothing was chosen, and the one that the record is called by. */
function saysNothing(subject: ChangeSubject | null, value: unknown): boolean {
  if (subject === null && value === false) return true;
  return value === '' || (Array.isArray(value) && value.length === 0) || String(value) === subject?.value;
}

/** The same difference without the fields that stayed. Null: nothing differs. */
export function reduced(difference: Difference): Difference | null {
  const { before, after } = difference;
  const fields = fieldsBetween(difference);
  if (fields.length === 0) return null;
  if (!isFields(before ?? after)) return difference;
  const sideOf = (side: 'before' | 'after') => Object.fromEntries(fields.map((each) => [each.field, each[side]]));
  return {
    ...difference,
    before: isFields(before) ? sideOf('before') : null,
    after: isFields(after) ? sideOf('after') : null,
  };
}

/** Long enough that two states of one record never share it by chance. */
const VERSION_LENGTH = 16;

/** The version of a record with these settings: the order of its keys says nothing. */
export const versionOf = (settings: object): RecordVersion =>
  createHash('sha256').update(JSON.stringify(settings, inOrder)).digest('base64url').slice(0, VERSION_LENGTH);

const inOrder = (_key: string, value: unknown): unknown =>
  isFields(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;
