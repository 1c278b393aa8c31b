import { isDeepStrictEqual } from 'node:util';
import type { ChangedField, ChangeSubject } from '@tally/contract';

export type Fields = Readonly<Record<string, unknown>>;

/** A change, with the values before and after. Null if nothing existed before, or nothing exists after. */
export interface Difference {
  readonly what: string;
  readonly subject: ChangeSubject | null;
  readonly before: Fields | null;
  readonly after: Fields | null;
}

export function fieldsBetween({ subject, before, after }: Difference): ChangedField[] {
  const isWhole = before !== null && after !== null;
  return Object.keys({ ...before, ...after }).flatMap((field) => {
    const [former, current] = [before?.[field] ?? null, after?.[field] ?? null];
    if (isDeepStrictEqual(former, current) || (!isWhole && saysNothing(subject, former ?? current))) return [];
    return [{ field, before: former, after: current }];
  });
}

/** Skips, in an added or removed record, empty fields and the field that names the record. */
function saysNothing(subject: ChangeSubject | null, value: unknown): boolean {
  if (subject === null && value === false) return true;
  return value === '' || (Array.isArray(value) && value.length === 0) || String(value) === subject?.value;
}

/** Removes unchanged fields from a difference. Null if nothing differs. An added or removed record always counts. */
export function reduced(difference: Difference): Difference | null {
  const { subject, before, after } = difference;
  const fields = fieldsBetween(difference);
  const isAddedOrRemoved = subject !== null && (before === null) !== (after === null);
  if (fields.length === 0 && !isAddedOrRemoved) return null;
  const sideOf = (side: 'before' | 'after') => Object.fromEntries(fields.map((each) => [each.field, each[side]]));
  return { ...difference, before: before && sideOf('before'), after: after && sideOf('after') };
}
