import { z } from 'zod';
import { StaffReason } from '../admin/people.ts';
import { dev, manager } from '../wire/access.ts';
import { ChangedField, ChangeSubject } from '../wire/changes.ts';
import { isoDate } from '../wire/codecs.ts';
import { endpoint } from '../wire/endpoint.ts';
import { count, line, RowId } from '../wire/fields.ts';
import { DiscordId, ServerId } from '../wire/ids.ts';
import { moveLimits } from './limits.ts';

/** `added`: missing in the server. `changed`: different. `removed`: missing in the file. `leftOut`: not savable. */
const fileDifferenceStates = ['added', 'changed', 'removed', 'leftOut'] as const;

/**
 * Why a record of the file cannot be saved. `twice`: the file has another record with this key. `noPlace`: its channel
 * or role has no counterpart in this server. `otherChannel`: another channel now has this name. `off`: this
 * installation does not watch the platform. `usedUp`: the file has used up its look-ups.
 */
export const fileReasons = [
  ...(['unreadable', 'twice', 'tooMany', 'noPlace'] as const),
  ...(['lookingUp', 'notFound', 'otherChannel', 'off', 'usedUp'] as const),
];
export type FileReason = (typeof fileReasons)[number];

/** One setting or record that differs between the file and the server. */
export const FileDifference = z
  .object({
    /** A setting's name on the wire, or the list that contains the record. */
    what: z.string(),
    subject: ChangeSubject.nullable(),
    state: z.enum(fileDifferenceStates),
    reason: z.enum(fileReasons).nullable(),
    /** `before` is the server's value, and `after` the file's. */
    fields: z.array(ChangedField),
    /** The file's channels, roles and people that this server lacks, so they are left out of this record. */
    lost: z.array(z.string()),
  })
  .meta({ id: 'SettingsFileLine' });
export type FileDifference = z.infer<typeof FileDifference>;

export const FileOutcome = z
  .object({
    added: count,
    changed: count,
    removed: count,
    /** The settings and records that were not saved, each with the reason as a sentence. */
    skipped: z.array(z.object({ what: z.string(), subject: ChangeSubject.nullable(), reason: z.string() })),
  })
  .meta({ id: 'SettingsFileOutcome' });
export type FileOutcome = z.infer<typeof FileOutcome>;

export const FileMove = z
  .object({
    moveId: RowId,
    /** The same states as those of a list. */
    state: z.enum(['reading', 'ready', 'done', 'undone']),
    progress: z.object({ read: count, of: count }),
    /** The server and time of the export. */
    made: z.object({ serverName: z.string().nullable(), at: isoDate.nullable(), isFromHere: z.boolean() }),
    /** False if a person has edited the file since the export. */
    isIntact: z.boolean(),
    /** The channels and roles in the file. `id` is the counterpart in this server. */
    places: z.array(
      z.object({
        ref: z.string(),
        is: z.enum(['channel', 'role']),
        name: z.string().nullable(),
        category: z.string().nullable(),
        id: DiscordId.nullable(),
      }),
    ),
    lines: z.array(FileDifference),
    /** How many settings and records are equal in the file and in the server. */
    same: count,
    /** Null if nothing has been saved yet. */
    outcome: FileOutcome.nullable(),
    expiresAt: isoDate,
  })
  .meta({ id: 'SettingsFileMove' });
export type FileMove = z.infer<typeof FileMove>;

/** `add` only adds records and missing settings. `equal` also changes and removes. */
const FileMode = z.enum(['add', 'equal']);
export type FileMode = z.infer<typeof FileMode>;

const inServer = z.object({ guildId: ServerId });
const ofMove = inServer.extend({ moveId: RowId });
const oneFile = '/data/guild/{guildId}/moving/{moveId}/file';

export const fileCalls = {
  exportSettings: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/settings-file',
    summary: 'All settings of a server as a JSON file, without secrets, people and running things.',
    access: manager('guildId'),
    params: inServer,
    answers: 'download',
  }),
  exportAllSettings: endpoint({
    method: 'POST',
    path: '/admin/settings-files/export',
    summary: 'The settings of every server as a zip with one file per server. Only for owners of the installation.',
    access: dev,
    body: z.object({ reason: StaffReason }),
    answers: 'download',
  }),
  readFile: endpoint({
    method: 'POST',
    path: '/data/guild/{guildId}/moving/file',
    summary: 'Reads a settings file and compares it with the server. Replaces the caller’s open list or file.',
    access: manager('guildId'),
    params: inServer,
    upload: { field: 'file', maxBytes: moveLimits.fileBytes },
    reply: FileMove,
  }),
  getFile: endpoint({
    method: 'GET',
    path: oneFile,
    summary: 'A settings file, compared with the server as it is now.',
    access: manager('guildId'),
    params: ofMove,
    reply: FileMove,
  }),
  changeFile: endpoint({
    method: 'PATCH',
    path: oneFile,
    summary: 'Chooses which channel or role of this server replaces one of the file.',
    access: manager('guildId'),
    params: ofMove,
    body: z.object({
      places: z
        .array(z.object({ ref: z.string().regex(/^[cr]\d{1,5}$/), id: DiscordId.nullable() }))
        .max(moveLimits.candidates),
    }),
    reply: FileMove,
  }),
  applyFile: endpoint({
    method: 'PUT',
    path: `${oneFile}/apply`,
    summary: 'Saves what a settings file has. A second call returns the same answer.',
    access: manager('guildId'),
    params: ofMove,
    body: z.object({
      mode: FileMode,
      /** The server's name as a confirmation. Only for `equal`. */
      serverName: line(100).optional(),
    }),
    reply: FileOutcome,
  }),
} as const;
