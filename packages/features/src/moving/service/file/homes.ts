import {
  type AnyEndpoint,
  bodySchemaOf,
  creators,
  flagOf,
  giveaways,
  namesakeQuery,
  notifications,
  type ParamsOf,
  platforms,
  type ReplyOf,
  type ServerId,
  serverParts,
  servers,
  starboard,
  statCounters,
} from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';
import { z } from 'zod';
import { requirePlanFlags } from '../../../servers/index.ts';
import type { Difference } from '../../match/compare.ts';
import {
  type Entry,
  entryOfStored,
  type Fields,
  type FileList,
  isFileList,
  isRecordList,
  type Thing,
  things,
} from '../../match/entries.ts';

interface Addressed {
  readonly params: object;
  readonly query?: object;
  readonly body?: unknown;
}

/** A stored entry, with the parameters that identify it in its own calls. */
export interface StoredEntry extends Entry {
  readonly at: Addressed;
}

/** Calls another feature's endpoint. Each record of a file is saved by the endpoint that its page uses. */
export async function ask<E extends AnyEndpoint>(
  ctx: Ctx,
  endpoint: E,
  { params, query = {}, body = {} }: Addressed & { readonly params: ParamsOf<E> },
): Promise<ReplyOf<E>> {
  const route = ctx.features.flatMap(({ routes = [] }) => routes).find((each) => each.endpoint === endpoint);
  if (!route) throw new AppError('notBuilt');
  const flag = flagOf(endpoint, { params, query });
  const { guildId } = params as { guildId: ServerId };
  if (flag) await requirePlanFlags(ctx, guildId, [flag]);
  const signal = new AbortController().signal;
  return (await route.handler(ctx, { params, query, body, file: undefined, signal } as never)) as ReplyOf<E>;
}

interface OwnHome {
  /** Reads all records; the other calls identify a record by `param`. Streamers are read per platform. */
  readonly all?: AnyEndpoint;
  readonly param?: string;
  /** Adds one record. Streamers are added together. */
  readonly add?: AnyEndpoint;
  /** Extra parameters for the adding call's URL and body. */
  readonly addAt?: Fields;
  readonly addBody?: (fields: Fields) => Fields;
  readonly change?: AnyEndpoint;
  readonly remove: AnyEndpoint;
}

const { listCreators, addCreator, updateCreator, removeCreator } = creators;
const { listStarboards, addStarboard, updateStarboard, removeStarboard } = starboard;
const { listTemplates, addTemplate, removeTemplate } = giveaways;

export const homes: Readonly<Record<FileList, OwnHome>> = {
  streamers: { change: notifications.updateStreamer, remove: notifications.removeStreamer },
  creators: { all: listCreators, param: 'creatorId', add: addCreator, change: updateCreator, remove: removeCreator },
  starboards: {
    all: listStarboards,
    param: 'channelId',
    add: addStarboard,
    change: updateStarboard,
    remove: removeStarboard,
  },
  statCounters: {
    all: statCounters.listCounters,
    param: 'channelId',
    // Each ticket panel gets a channel of its own, so the file names no channel.
    add: serverParts.postPanel,
    addAt: { panel: 'statCounters' },
    addBody: ({ type, ...about }) => ({ platform: platforms[0], ...about, types: [type] }),
    remove: statCounters.removeCounter,
  },
  // Adding a template replaces an existing one with the same title.
  giveawayTemplates: {
    all: listTemplates,
    param: 'templateId',
    add: addTemplate,
    change: addTemplate,
    remove: removeTemplate,
  },
};

type Found = readonly [what: Thing, value: Fields, at: Addressed];

async function listRecords(ctx: Ctx, guildId: ServerId, what: FileList): Promise<readonly Found[]> {
  const { all, param = '' } = homes[what];
  if (all) {
    const rows = (await ask(ctx, all, { params: { guildId } })) as readonly Fields[];
    return rows.map((row) => {
      const [named, version] = [{ [param]: row[param] }, row['version'] ? { version: row['version'] } : {}];
      // The call for one counter identifies it in the query string.
      return [what, withoutNull(row), { params: { guildId, ...named }, query: { ...named, ...version } }];
    });
  }
  const lists = await Promise.all(
    platforms.map((platform) => ask(ctx, notifications.listStreamers, { params: { guildId, platform } })),
  );
  return lists.flatMap(({ streamers }) =>
    streamers.map((row): Found => {
      const version = 'version' in row ? { version: row.version } : {};
      const params = { guildId, platform: row.platform, streamer: row.streamerUserName };
      return [what, row, { params, query: { ...namesakeQuery(row.streamerId ?? ''), ...version } }];
    }),
  );
}

/** Drops the null platform of counters for the server itself. */
const withoutNull = (row: Fields): Fields =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

export async function readEntries(ctx: Ctx, guildId: ServerId): Promise<readonly StoredEntry[]> {
  const server = await ask(ctx, servers.getServer, { params: { guildId } });
  const found: Found[] = [];
  for (const what of things) {
    if (isFileList(what)) found.push(...(await listRecords(ctx, guildId, what)));
    else
      for (const value of isRecordList(what) ? server[what] : [{ [what]: server[what] }])
        found.push([what, value, { params: { guildId } }]);
  }
  return found.flatMap(([what, value, at]) => {
    const entry = entryOfStored(what, value);
    if (entry === 'misfit') ctx.log.warn({ what }, 'A stored setting does not fit the contract, so no file has it.');
    return typeof entry === 'object' ? [{ ...entry, at }] : [];
  });
}

/** Contains the file's fields, and clears fields that only the server has. */
export function bodyOf({ before, after }: Difference): Record<string, unknown> {
  const cleared = Object.entries(before?.fields ?? {}).map(([key, value]) => [key, Array.isArray(value) ? [] : null]);
  return { ...Object.fromEntries(cleared), ...after?.fields };
}

/** Calls the record's own endpoint with the compared version, so it fails if another person made a change. */
export async function makeCall(
  ctx: Ctx,
  endpoint: AnyEndpoint | undefined,
  entry: Pick<StoredEntry, 'at'> | Entry | null,
  body: object,
): Promise<void> {
  if (!endpoint || !entry || !('at' in entry)) throw new AppError('notBuilt');
  const { params, query = {} } = entry.at;
  const read = z.safeDecode(bodySchemaOf(endpoint, { params, query }), body);
  if (!read.success) throw new AppError('invalidFields', {}, [z.prettifyError(read.error)]);
  await ask(ctx, endpoint, { params: params, query, body: read.data });
}
