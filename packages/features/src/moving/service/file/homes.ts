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

/** A stored entry, and how its own call names it. */
export interface StoredEntry extends Entry {
  readonly at: Addressed;
}

/** Makes a call of another home: each record of a file enters through the door that its page uses. */
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
  readonly list: (ctx: Ctx, serverId: ServerId) => Promise<readonly (readonly [value: object, at: Addressed])[]>;
  readonly add?: AnyEndpoint;
  readonly change?: AnyEndpoint;
  readonly remove?: AnyEndpoint;
}

/** How lists beside the settings are read and changed. A file cannot add without `add`, nor change without `change`. */
export const homes: Readonly<Record<FileList, OwnHome>> = {
  streamers: {
    async list(ctx, guildId) {
      const all = await Promise.all(
        platforms.map((platform) => ask(ctx, notifications.listStreamers, { params: { guildId, platform } })),
      );
      return all.flatMap(({ streamers }) =>
        streamers.map((row) => {
          const query = {
            ...namesakeQuery(row.streamerId ?? ''),
            ...('version' in row ? { version: row.version } : {}),
          };
          return [row, { params: { guildId, platform: row.platform, streamer: row.streamerUserName }, query }] as const;
        }),
      );
    },
    change: notifications.updateStreamer,
    remove: notifications.removeStreamer,
  },
  creators: {
    async list(ctx, guildId) {
      const all = await ask(ctx, creators.listCreators, { params: { guildId } });
      return all.map((row) => [
        row,
        { params: { guildId, creatorId: row.creatorId }, query: { version: row.version } },
      ]);
    },
    add: creators.addCreator,
    change: creators.updateCreator,
    remove: creators.removeCreator,
  },
  starboards: {
    async list(ctx, guildId) {
      const all = await ask(ctx, starboard.listStarboards, { params: { guildId } });
      return all.map((row) => [
        row,
        { params: { guildId, channelId: row.channelId }, query: { version: row.version } },
      ]);
    },
    add: starboard.addStarboard,
    change: starboard.updateStarboard,
    remove: starboard.removeStarboard,
  },
  statCounters: {
    async list(ctx, guildId) {
      const all = await ask(ctx, statCounters.listCounters, { params: { guildId } });
      return all.map(({ channelId, version, type, platform, streamerUserName }) => [
        { type, ...(platform ? { platform } : {}), ...(streamerUserName ? { streamerUserName } : {}) },
        { params: { guildId }, query: { channelId, version } },
      ]);
    },
    remove: statCounters.removeCounter,
  },
  giveawayTemplates: {
    async list(ctx, guildId) {
      const all = await ask(ctx, giveaways.listTemplates, { params: { guildId } });
      return all.map((row) => [row, { params: { guildId, templateId: row.templateId } }]);
    },
    // It replaces a template with the same title.
    add: giveaways.addTemplate,
    change: giveaways.addTemplate,
    remove: giveaways.removeTemplate,
  },
};

export async function readEntries(ctx: Ctx, guildId: ServerId): Promise<readonly StoredEntry[]> {
  const server = await ask(ctx, servers.getServer, { params: { guildId } });
  const found: [Thing, object, Addressed][] = [];
  for (const what of things) {
    if (isFileList(what)) {
      for (const [value, at] of await homes[what].list(ctx, guildId)) found.push([what, value, at]);
      continue;
    }
    const records = isRecordList(what) ? server[what] : [{ [what]: server[what] }];
    for (const record of records) found.push([what, record, { params: { guildId } }]);
  }
  return found.flatMap(([what, value, at]) => {
    const entry = entryOfStored(what, value as Record<string, unknown>);
    if (entry === 'misfit') ctx.log.warn({ what }, 'A stored setting does not fit the contract, so no file has it.');
    return typeof entry === 'object' ? [{ ...entry, at }] : [];
  });
}

/** The fields of the file; those that only the server has are cleared. */
export function bodyOf({ before, after }: Difference): Record<string, unknown> {
  const cleared = Object.entries(before?.fields ?? {}).map(([key, value]) => [key, Array.isArray(value) ? [] : null]);
  return { ...Object.fromEntries(cleared), ...after?.fields };
}

/** A call of the record's home. The version that was compared goes along: a change of another person refuses it. */
export async function makeCall(
  ctx: Ctx,
  endpoint: AnyEndpoint | undefined,
  entry: Pick<StoredEntry, 'at'> | Entry | null,
  body: object,
): Promise<void> {
  if (!endpoint || !entry || !('at' in entry)) throw new AppError('notBuilt');
  const { params, query = {} } = entry.at as Addressed;
  const read = z.safeDecode(bodySchemaOf(endpoint, { params, query }), body as never);
  if (!read.success) throw new AppError('invalidFields', {}, [z.prettifyError(read.error)]);
  await ask(ctx, endpoint, { params: params as never, query, body: read.data });
}
