import { isDeepStrictEqual } from 'node:util';
import type { ChangedField, FileDifference, FileReason } from '@tally/contract';
import { z } from 'zod';
import { type Entry, entryFrom, entryOfWire, type Fields, idOf, isList, schemaOf } from './entries.ts';
import type { FileValue, SettingsFile } from './read-file.ts';
import { type Counterparts, resolveRefs, swapIn } from './refs.ts';

/** A file entry with this server's channels and roles. */
export interface Wanted extends Entry {
  readonly reason: FileReason | null;
  readonly lost: readonly string[];
}

/** All entries of a file. Entries with a `reason` cannot be saved. */
export function wantedIn(
  file: Pick<SettingsFile, 'values'>,
  { isSame, ...counterparts }: Counterparts & { readonly isSame: boolean },
): readonly Wanted[] {
  const seen = new Set<string>();
  const all = file.values.map((value): Wanted => {
    const entry = fitted(value, { isSame, ...counterparts });
    if (entry.reason !== null) return entry;
    const isTwice = seen.has(idOf(entry));
    seen.add(idOf(entry));
    return isTwice ? { ...entry, reason: 'twice' } : entry;
  });
  // A setting may be stored without any field, so it has nothing to save.
  return all.filter(({ reason, fields }) => reason !== null || Object.keys(fields).length > 0);
}

function fitted(
  { what, value, reason: bad }: FileValue,
  { isSame, ...counterparts }: Counterparts & { readonly isSame: boolean },
): Wanted {
  const lost = new Set<string>();
  const schema = schemaOf(what, value);
  if (!schema || bad) return { ...entryFrom(what, {}), subject: null, reason: bad ?? 'unreadable', lost: [] };
  // The list contains people's ids, so it applies only in the server that the file came from.
  const people = isSame ? [] : ((value['usersForLiveRole'] ?? []) as unknown[]);
  const { usersForLiveRole: _, ...rest } = value;
  const swapped = swapIn(schema, isSame ? value : rest, resolveRefs(counterparts, lost)) as Fields;
  for (const person of Array.isArray(people) ? people : []) lost.add(String(person).slice(0, 30));
  const entry = entryOfWire(what, lost.size > 0 ? withoutLost(schema, swapped) : swapped);
  if (typeof entry === 'object') return { ...entry, reason: null, lost: [...lost] };
  if (entry === 'empty') return { ...entryFrom(what, {}), reason: lost.size > 0 ? 'noPlace' : null, lost: [...lost] };
  const bare = entryFrom(what, known(value));
  // If this server lacks the channel or role, only its name from the file is known.
  const name = counterparts.names.get(bare.subject?.value ?? '');
  const subject = name === undefined ? bare.subject : ({ kind: 'name', value: name, platform: null } as const);
  return { ...bare, subject, reason: lost.size > 0 ? 'noPlace' : 'unreadable', lost: [...lost] };
}

/** The part of an invalid value that is safe to show. */
const known = (value: Fields): Fields =>
  Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      typeof each === 'string' || typeof each === 'number' ? [[key, String(each).slice(0, 100)]] : [],
    ),
  );

/** Leaves out the part of a record that requires the missing role. */
function withoutLost(schema: z.ZodObject, value: Fields): Fields {
  let rest: Fields = value;
  for (let tries = 0; tries < 300; tries += 1) {
    const issue = z
      .safeDecode(schema, rest)
      .error?.issues.find(({ path }) => path.some((step) => typeof step === 'number'));
    const place = issue?.path.findLastIndex((step) => typeof step === 'number') ?? -1;
    if (!issue || place < 0) return rest;
    rest = without(rest, issue.path.slice(0, place + 1) as (string | number)[]) as Fields;
  }
  return rest;
}

function without(value: unknown, [step, ...more]: readonly (string | number)[]): unknown {
  if (Array.isArray(value))
    return more.length === 0
      ? value.filter((_, place) => place !== step)
      : value.map((each: unknown, place) => (place === step ? without(each, more) : each));
  return { ...(value as Fields), [step as string]: without((value as Fields)[step as string], more) };
}

export interface Difference {
  readonly line: FileDifference;
  readonly before: Entry | null;
  readonly after: Wanted | null;
}

/** Returns the differences between the server and the file, in the order of the file. */
export function compare(current: readonly Entry[], wanted: readonly Wanted[]) {
  const here = new Map(current.map((entry) => [idOf(entry), entry]));
  const asked = new Set<string>();
  let same = 0;
  const differences: Difference[] = [];
  for (const after of wanted) {
    const before = here.get(idOf(after)) ?? null;
    asked.add(idOf(after));
    const fields = fieldsBetween(before, after);
    if (before && fields.length === 0 && after.reason === null) {
      same += 1;
      continue;
    }
    const state = after.reason ? 'leftOut' : before ? 'changed' : 'added';
    const { what, subject, reason, lost } = after;
    differences.push({ before, after, line: { what, subject, state, reason, fields, lost: [...lost] } });
  }
  for (const before of current) {
    if (asked.has(idOf(before))) continue;
    const { what, subject } = before;
    const line = {
      what,
      subject,
      state: 'removed',
      reason: null,
      fields: fieldsBetween(before, null),
      lost: [],
    } as const;
    differences.push({ before, after: null, line: { ...line, fields: [...line.fields], lost: [] } });
  }
  return { same, differences };
}

/** The line's title already shows the fields that identify the record. */
const naming = new Set(['platform', 'streamerUserName', 'streamerId']);

function fieldsBetween(before: Entry | null, after: Entry | null): ChangedField[] {
  const subject = (after ?? before)?.subject;
  const [was, is] = [before ? shown(before) : {}, after ? shown(after) : {}];
  return Object.keys({ ...was, ...is }).flatMap((field) => {
    const [former, current] = [was[field] ?? null, is[field] ?? null];
    if (isDeepStrictEqual(former, current) || (subject && naming.has(field))) return [];
    if (subject && (current ?? former) === subject.value) return [];
    return [{ field, before: former, after: current }];
  });
}

/** Lists each part of a setting, and each message of a streamer, as a separate field, like the audit log does. */
function shown({ what, fields }: Entry): Fields {
  const value = fields[what];
  if (!isList(what))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : fields;
  const { customMessages = [], ...rest } = fields;
  const messages = (customMessages as Fields[]).map(
    ({ type, ...body }) => [`customMessages.${String(type)}`, body] as const,
  );
  return { ...rest, ...Object.fromEntries(messages) };
}
