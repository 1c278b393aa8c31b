import { z } from 'zod';
import { StreamerName } from '../notifications/streamer-settings.ts';
import { manager } from '../wire/access.ts';
import { isoDate, queryFlag, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { count, RowId } from '../wire/fields.ts';
import { RoleId, ServerId } from '../wire/ids.ts';
import { EmotePlatform, PickedEmote } from './calls.ts';

/** Lists arrive flat. Some clients wrap them once more, which we also accept. */
const picked = z.array(z.union([PickedEmote, z.array(PickedEmote).max(250)])).max(250);

const perKind = <S extends z.ZodType>(field: S) => z.object({ animated: field, normal: field });

/** `stopped`: a person has to act first. `waiting`: Discord limits the rate until `resumesAt`. */
export const importStates = ['running', 'waiting', 'stopped', 'done', 'cancelled', 'undoing', 'undone'] as const;
export const ImportState = z.enum(importStates);
export type ImportState = z.infer<typeof ImportState>;

/** Why an emote was not added. The text `emotes.<reason>` explains it. */
export const importReasons = ['noPlace', 'nameTaken', 'tooLarge', 'unreadable', 'noPicture', 'refused'] as const;
export const ImportReason = z.enum(importReasons);
export type ImportReason = z.infer<typeof ImportReason>;

export const ImportedEmote = z
  .object({
    name: z.string(),
    /** The emote's original name. */
    emoteName: z.string(),
    url: z.string(),
    animated: z.boolean(),
    state: z.enum(['waiting', 'done', 'failed', 'undone']),
    reason: ImportReason.nullable(),
    message: sentence.nullable(),
    emojiId: z.string().nullable(),
  })
  .meta({ id: 'ImportedEmote' });
export type ImportedEmote = z.infer<typeof ImportedEmote>;

export const EmoteImport = z
  .object({
    id: RowId,
    platform: EmotePlatform,
    streamerUserName: z.string(),
    state: ImportState,
    createdAt: isoDate,
    endedAt: isoDate.nullable(),
    resumesAt: isoDate.nullable(),
    /** Only members with this role can use the emojis. */
    roleId: RoleId.nullable(),
    waiting: count,
    done: count,
    failed: count,
  })
  .meta({ id: 'EmoteImport' });
export type EmoteImport = z.infer<typeof EmoteImport>;

export const EmoteImportDetails = EmoteImport.extend({ emotes: z.array(ImportedEmote) }).meta({
  id: 'EmoteImportDetails',
});
export type EmoteImportDetails = z.infer<typeof EmoteImportDetails>;

export const ImportResult = z
  .object({
    canAdd: perKind(count),
    failed: perKind(z.array(z.string())),
    /** Misspelled, but clients depend on it. */
    succeded: perKind(z.array(z.string())),
    /** The rest of the import continues under this id. */
    importId: RowId,
    resumesAt: isoDate.nullable(),
  })
  .meta({ id: 'ImportResult' });
export type ImportResult = z.infer<typeof ImportResult>;

const address = z.object({ guildId: ServerId, platform: EmotePlatform, streamer: StreamerName });
const named = z.object({ guildId: ServerId, importId: RowId });
const IMPORTS = '/data/guild/{guildId}/emoteImports';

export const emoteImports = {
  getImportOptions: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/{platform}/{streamer}/emojis',
    summary: 'Free emoji slots of a server and, on request, the emotes of a channel.',
    access: manager('guildId'),
    params: address,
    query: z.object({ kickEmojis: queryFlag.optional() }),
    reply: z.object({
      canAdd: perKind(count),
      kickEmojis: z.array(z.object({ id: z.string(), name: z.string(), subOnly: z.boolean() })).nullable(),
      subRole: z.string().optional(),
    }),
  }),
  importEmotes: endpoint({
    method: 'POST',
    path: '/data/guild/{guildId}/{platform}/{streamer}/emojis',
    summary:
      "Starts an import of a channel's emotes into a server. The reply has the ID of the import, which continues in the background.",
    access: manager('guildId'),
    once: true,
    flag: 'ImportEmojis',
    params: address,
    body: z.object({ emojis: perKind(picked), lockToSubIfSet: z.boolean() }),
    reply: ImportResult,
  }),
  listImports: endpoint({
    method: 'GET',
    path: IMPORTS,
    summary: 'The latest imports of emotes into a server, newest first.',
    access: manager('guildId'),
    params: z.object({ guildId: ServerId }),
    reply: z.array(EmoteImport),
  }),
  getImport: endpoint({
    method: 'GET',
    path: `${IMPORTS}/{importId}`,
    summary: 'The progress of one import, emote by emote.',
    access: manager('guildId'),
    params: named,
    reply: EmoteImportDetails,
  }),
  resumeImport: endpoint({
    method: 'PUT',
    path: `${IMPORTS}/{importId}/resume`,
    summary: 'Resumes an import, and retries emotes that had no slot or picture.',
    access: manager('guildId'),
    flag: 'ImportEmojis',
    params: named,
    reply: EmoteImport,
  }),
  cancelImport: endpoint({
    method: 'PUT',
    path: `${IMPORTS}/{importId}/cancel`,
    summary: 'Ends an import. Its emojis stay.',
    access: manager('guildId'),
    params: named,
    reply: EmoteImport,
  }),
  undoImport: endpoint({
    method: 'PUT',
    path: `${IMPORTS}/{importId}/undo`,
    summary: 'Ends an import and deletes only the emojis that it added.',
    access: manager('guildId'),
    params: named,
    reply: EmoteImport,
  }),
} as const satisfies Home;
