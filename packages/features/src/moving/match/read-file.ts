import { moveLimits } from '@tally/contract';
import { z } from 'zod';
import { type Fields, fileLists, isRecordList, type Thing, things } from './entries.ts';
import type { Place } from './refs.ts';
import { digestOf, FORMAT, VERSION } from './write-file.ts';

/** One unvalidated value of the file, in which channels and roles are references. */
export interface FileValue {
  readonly what: Thing;
  readonly value: Fields;
  /** Set if the value is not a record, or if its list exceeds the limit for a file. */
  readonly reason?: 'unreadable' | 'tooMany';
}

export interface SettingsFile {
  readonly serverId: string | null;
  readonly serverName: string | null;
  readonly at: Date | null;
  /** False if the content was edited after the export. */
  readonly isIntact: boolean;
  readonly channels: readonly Place[];
  readonly roles: readonly Place[];
  readonly emojis: readonly Place[];
  /** References and their ids in the server that the file came from. */
  readonly ids: ReadonlyMap<string, string>;
  readonly values: readonly FileValue[];
}

/** Our own files have at most eight levels. */
const DEPTH = 30;

const text = z.string().max(200);
const placeOf = (letter: string) =>
  z.object({
    ref: z.string().regex(new RegExp(`^${letter}\\d{1,5}$`)),
    name: text.nullable(),
    type: text.nullish(),
    category: text.nullish(),
    animated: z.boolean().optional(),
  });
const Made = z.object({
  at: z.coerce.date().nullable().catch(null),
  server: z.object({ id: text, name: text }).nullable().catch(null),
  ids: z.record(z.string(), z.unknown()).catch({}),
});
const File = z.looseObject({ format: z.literal(FORMAT), version: z.int().min(1) });

/** Reads a file. For an older file, each step converts its version to the next one. */
export function readFile(bytes: Uint8Array): SettingsFile | 'notAFile' | 'fileTooNew' {
  const content = File.safeParse(parse(bytes)).data;
  if (!content) return 'notAFile';
  if (content.version > VERSION) return 'fileTooNew';
  const made = Made.safeParse(content['made']).data ?? { at: null, server: null, ids: {} };
  const values: FileValue[] = [];
  const addList = (what: Thing, list: unknown) => {
    if (list === undefined) return;
    const records: readonly unknown[] = Array.isArray(list) ? list : [null];
    for (const record of records.slice(0, moveLimits.candidates)) {
      const value = asFields(record);
      values.push(value ? { what, value } : { what, value: {}, reason: 'unreadable' });
    }
    if (records.length > moveLimits.candidates) values.push({ what, value: {}, reason: 'tooMany' });
  };
  const settings = asFields(content['settings']) ?? {};
  for (const what of things) {
    if ((fileLists as readonly string[]).includes(what)) addList(what, content[what]);
    else if (isRecordList(what)) addList(what, settings[what]);
    else if (Object.hasOwn(settings, what)) values.push({ what, value: { [what]: settings[what] } });
  }
  return {
    serverId: made.server?.id ?? null,
    serverName: made.server?.name ?? null,
    at: made.at,
    isIntact: content['digest'] === digestOf(content),
    channels: placesIn(content['channels'], 'c'),
    roles: placesIn(content['roles'], 'r'),
    emojis: placesIn(content['emojis'], 'e'),
    ids: new Map(Object.entries(made.ids).flatMap(([ref, id]) => (typeof id === 'string' ? [[ref, id]] : []))),
    values,
  };
}

const asFields = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

function placesIn(list: unknown, letter: string): Place[] {
  const schema = placeOf(letter);
  const read = Array.isArray(list) ? list.slice(0, 5000).flatMap((each) => schema.safeParse(each).data ?? []) : [];
  return [...new Map(read.toReversed().map((place) => [place.ref, place])).values()].toReversed();
}

/** Parses the file without its byte order mark. */
function parse(bytes: Uint8Array): unknown {
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return isTooDeep(json) ? null : JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

/** Also counts brackets inside strings, until the string ends. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > DEPTH) return true;
  }
  return false;
}
