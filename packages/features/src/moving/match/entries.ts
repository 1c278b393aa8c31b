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
import { z } from 'zod';

export type Fields = Readonly<Record<string, unknown>>;
export type Thing = GuildSetting | FileList;

/** A setting of a server, or one of its records, in the form of the wire. */
export interface Entry {
  /** A setting, or the list that contains the record. */
  readonly what: Thing;
  /** Identifies a record within its list. */
  readonly key: string;
  readonly subject: ChangeSubject | null;
  readonly fields: Fields;
}

/** Lists of records beside the settings, in the order of the file. Later ones may need earlier ones. */
export const fileLists = ['streamers', 'creators', 'starboards', 'statCounters', 'giveawayTemplates'] as const;
export type FileList = (typeof fileLists)[number];
export const isFileList = (what: string): what is FileList => (fileLists as readonly string[]).includes(what);
export const isRecordList = (what: string): what is RecordList => what in settingLists;

interface About {
  readonly schemaOf: (value: Fields) => z.ZodObject | undefined;
  /** The fields that identify a record. */
  readonly keys: readonly string[];
  readonly subjectOf: (value: Fields) => ChangeSubject;
}

/** The names of streamers change; their ids stay. */
const streamerSchemas = new Map<unknown, z.ZodObject>(
  Object.entries(streamerBodies).map(([platform, body]) => [
    platform,
    z.object({
      platform: Platform,
      streamerUserName: StreamerName,
      streamerId: z
        .string()
        .max(200)
        .regex(/^[^\p{Cc}\p{Cs}]+$/u),
      ...body.shape,
    }),
  ]),
);
const Counter = z.object({
  type: CounterType,
  platform: Platform.optional(),
  streamerUserName: StreamerName.optional(),
});

/** Hosts are people, who stay behind. */
const Template = giveaways.addTemplate.body.extend({
  settings: giveaways.addTemplate.body.shape.settings.omit({ hostId: true }),
});

const named = (value: unknown, platform: unknown = null): ChangeSubject => ({
  kind: 'name',
  value: String(value),
  platform: Platform.safeParse(platform).data ?? null,
});

const ownLists: Readonly<Record<FileList, About>> = {
  streamers: {
    schemaOf: ({ platform }) => streamerSchemas.get(platform),
    keys: ['platform', 'streamerId'],
    subjectOf: ({ streamerUserName, platform }) => named(streamerUserName, platform),
  },
  creators: { schemaOf: () => CreatorBody, keys: ['name'], subjectOf: ({ name }) => named(name) },
  starboards: {
    schemaOf: () => StarboardBody,
    keys: ['channelId'],
    subjectOf: ({ channelId }) => ({ kind: 'channel', value: String(channelId), platform: null }),
  },
  statCounters: {
    schemaOf: () => Counter,
    keys: ['type', 'platform', 'streamerUserName'],
    subjectOf: ({ type, streamerUserName, platform }) => named(streamerUserName ?? type, platform),
  },
  giveawayTemplates: { schemaOf: () => Template, keys: ['title'], subjectOf: ({ title }) => named(title) },
};

/** All settings and lists, in the order of the file. */
export const things: readonly Thing[] = [...guildSettings, ...fileLists];

function aboutOf(what: Thing): About {
  if (isFileList(what)) return ownLists[what];
  const schema = GuildSettingsBody.shape[what].unwrap() as Schema;
  if (isRecordList(what)) {
    const { key, kind } = settingLists[what];
    return {
      schemaOf: () => (schema as z.ZodArray<z.ZodObject>).element,
      keys: [key],
      subjectOf: (value) => ({ kind, value: String(value[key]), platform: null }),
    };
  }
  const alone = z.object({ [what]: z.optional(schema as z.ZodType) });
  return { schemaOf: () => alone, keys: [], subjectOf: () => named('') };
}

export const isList = (what: Thing): boolean => isFileList(what) || isRecordList(what);

export const schemaOf = (what: Thing, value: Fields): z.ZodObject | undefined => aboutOf(what).schemaOf(value);

export function entryFrom(what: Thing, fields: Fields): Entry {
  const { keys, subjectOf } = aboutOf(what);
  const key = keys.map((field) => fields[field] ?? '').join(' ');
  return { what, key, subject: isList(what) ? subjectOf(fields) : null, fields };
}

export const idOf = ({ what, key }: Pick<Entry, 'what' | 'key'>): string => `${what} ${key}`;

/** Records by their key, and fields in the order of the contract. */
export const inOrder = (entries: readonly Entry[]): Entry[] =>
  things.flatMap((what) =>
    entries
      .filter((entry) => entry.what === what)
      .sort((one, other) => (one.key === other.key ? 0 : one.key < other.key ? -1 : 1)),
  );

/** `misfit`: it does not fit the contract. `empty`: a setting that is not set. */
export type NoEntry = 'misfit' | 'empty';

/** A stored value in the form of the file. Fields that say nothing are left out. */
export function entryOfStored(what: Thing, value: Fields): Entry | NoEntry {
  const schema = schemaOf(what, value);
  const written = schema && z.safeEncode(schema, value as never);
  if (!schema || !written?.success) return 'misfit';
  const fields = pruned(schema, written.data) as Fields;
  return isList(what) || !isUnset(what as GuildSetting, fields[what]) ? entryFrom(what, fields) : 'empty';
}

const isUnset = (what: GuildSetting, value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === emptySettings[what] ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** A value of the file, whose channels and roles are of this server, in the same form. */
export function entryOfWire(what: Thing, value: Fields): Entry | NoEntry {
  const schema = schemaOf(what, value);
  const read = schema && z.safeDecode(schema, value as never);
  return read?.success ? entryOfStored(what, read.data as Fields) : 'misfit';
}

/** Without null and empty lists, where an absent field means the same. */
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
