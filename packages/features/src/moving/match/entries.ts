import {
  type ChangeSubject,
  CounterType,
  CreatorBody,
  emptySettings,
  type GuildSetting,
  GuildSettingsBody,
  giveaways,
  guildSettings,
  Platform,
  type RecordList,
  type Schema,
  StarboardBody,
  StreamerName,
  settingLists,
  streamerBodies,
} from '@tally/contract';
import { line } from '@tally/contract/wire/fields';
import { z } from 'zod';

export type Fields = Readonly<Record<string, unknown>>;
export type Thing = GuildSetting | FileList;

/** A setting of a server, or one of its records, in wire format. */
export interface Entry {
  /** A setting, or the list that contains the record. */
  readonly what: Thing;
  /** Identifies a record within its list. */
  readonly key: string;
  readonly subject: ChangeSubject | null;
  readonly fields: Fields;
}

/** Lists of records that are not settings, in the order of the file. Later lists may refer to earlier ones. */
export const fileLists = ['streamers', 'creators', 'starboards', 'statCounters', 'giveawayTemplates'] as const;
export type FileList = (typeof fileLists)[number];
export const isFileList = (what: string): what is FileList => (fileLists as readonly string[]).includes(what);
export const isRecordList = (what: string): what is RecordList => what in settingLists;

interface About {
  readonly schemaOf: (value: Fields) => z.ZodObject | undefined;
  /** The fields that identify a record. Empty for a setting. */
  readonly keys: readonly string[];
  /** The field that contains the record's display name, and that name. */
  readonly name?: string;
  readonly kind?: ChangeSubject['kind'];
}

/** Streamers can change their names, so the id identifies them. */
export const namedStreamer = {
  platform: Platform,
  streamerUserName: StreamerName,
  streamerId: line(200).regex(/^[^\p{Cc}\p{Cs}]+$/u),
};
/** Leaves out the setting that waits for another bot, because that bot belongs to the old server. */
const streamerSchemas = new Map<unknown, z.ZodObject>(
  Object.entries(streamerBodies).map(([platform, { shape }]) => {
    const { startsAfter: _, ...settings } = shape;
    return [platform, z.object({ ...namedStreamer, ...settings })];
  }),
);
const counter = z.object({
  type: CounterType,
  platform: Platform.optional(),
  streamerUserName: StreamerName.optional(),
});
/** Leaves out the hosts: a file does not copy people. */
const template = giveaways.addTemplate.body.extend({
  settings: giveaways.addTemplate.body.shape.settings.omit({ hostId: true }),
});

const ownLists: Readonly<Record<FileList, About>> = {
  streamers: {
    schemaOf: ({ platform }) => streamerSchemas.get(platform),
    keys: ['platform', 'streamerId'],
    name: 'streamerUserName',
  },
  creators: { schemaOf: () => CreatorBody, keys: ['name'] },
  starboards: { schemaOf: () => StarboardBody, keys: ['channelId'], kind: 'channel' },
  statCounters: { schemaOf: () => counter, keys: ['type', 'platform', 'streamerUserName'], name: 'type' },
  giveawayTemplates: { schemaOf: () => template, keys: ['title'] },
};

/** All settings and lists, in the order of a file. */
export const things: readonly Thing[] = [...guildSettings, ...fileLists];

function aboutOf(what: Thing): About {
  if (isFileList(what)) return ownLists[what];
  const schema = GuildSettingsBody.shape[what].unwrap() as z.ZodType;
  if (isRecordList(what)) {
    const { key, kind } = settingLists[what];
    return { schemaOf: () => (schema as z.ZodArray<z.ZodObject>).element, keys: [key], kind };
  }
  const alone = z.object({ [what]: z.optional(schema) });
  return { schemaOf: () => alone, keys: [] };
}

export const isList = (what: Thing): boolean => isFileList(what) || isRecordList(what);

export const schemaOf = (what: Thing, value: Fields): z.ZodObject | undefined => aboutOf(what).schemaOf(value);

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

export function entryFrom(what: Thing, fields: Fields): Entry {
  const { keys, name = keys[0], kind = 'name' } = aboutOf(what);
  const key = keys.map((field) => wordOf(fields[field])).join(' ');
  const platform = Platform.safeParse(fields['platform']).data ?? null;
  const subject = name === undefined ? null : { kind, value: String(fields[name]), platform };
  return { what, key, subject, fields };
}

export const idOf = ({ what, key }: Pick<Entry, 'what' | 'key'>): string => `${what} ${key}`;

/** Sorts records by key, and their fields in the order of the contract. */
export const inOrder = (entries: readonly Entry[]): Entry[] =>
  things.flatMap((what) =>
    entries
      .filter((entry) => entry.what === what)
      .sort((one, other) => (one.key === other.key ? 0 : one.key < other.key ? -1 : 1)),
  );

/** `misfit`: the value does not match the contract. `empty`: the setting has no value. */
export type NoEntry = 'misfit' | 'empty';

/** Converts a stored value to the file's format. Leaves out empty fields. */
export function entryOfStored(what: Thing, value: Fields): Entry | NoEntry {
  const schema = schemaOf(what, value);
  const written = schema && z.safeEncode(schema, value);
  if (!schema || !written?.success) return 'misfit';
  const fields = pruned(schema, written.data) as Fields;
  return isList(what) || !isUnset(what as GuildSetting, fields[what]) ? entryFrom(what, fields) : 'empty';
}

const isUnset = (what: GuildSetting, value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === emptySettings[what] ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Converts a value of the file, with this server's channels and roles, to the same format. */
export function entryOfWire(what: Thing, value: Fields): Entry | NoEntry {
  const schema = schemaOf(what, value);
  const read = schema && z.safeDecode(schema, value);
  return read?.success ? entryOfStored(what, read.data) : 'misfit';
}

/** Removes nulls and empty lists where an absent field means the same. */
function pruned(schema: Schema, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (value === null || value === undefined) return value;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- only these contain others in our bodies
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).flatMap(([key, field]) => {
          const kept = pruned(field, (value as Fields)[key]);
          const isUnset = kept === null || kept === undefined || (Array.isArray(kept) && kept.length === 0);
          return kept === undefined || (isUnset && field instanceof z.ZodOptional) ? [] : [[key, kept]];
        }),
      );
    case 'array':
      return (value as unknown[]).map((each) => pruned(def.element, each));
    case 'optional':
    case 'nullable':
      return pruned(def.innerType, value);
    default:
      return value;
  }
}
