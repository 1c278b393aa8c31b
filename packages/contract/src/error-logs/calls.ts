import { z } from 'zod';
import { manager } from '../wire/access.ts';
import { queryInt, sentence } from '../wire/codecs.ts';
import type { Home } from '../wire/endpoint.ts';
import { endpoint } from '../wire/endpoint.ts';
import { ServerId } from '../wire/ids.ts';

/** Everything that can go wrong in a server. The text `errorLogs.<reason>` explains it. */
export const errorReasons = [
  'missingPermission',
  'pingsNobody',
  'unknownChannel',
  'unknownRole',
  'roleTooHigh',
  'roleManaged',
  'webhookGone',
  'messageTooLarge',
  'messageRefused',
  'unknownStreamer',
  'streamerRenamed',
  'planLimit',
  'endedBeforeSent',
  'unconfirmed',
  'discordDown',
  'platformDegraded',
  'tooManyAtOnce',
  'recordingNotSaved',
] as const;
export const ErrorReason = z.enum(errorReasons);
export type ErrorReason = z.infer<typeof ErrorReason>;

/** The suggested action, which the dashboard shows as a button. */
export const ErrorAction = z
  .object({
    kind: z.enum([
      'grantPermissions',
      'chooseChannel',
      'chooseRole',
      'moveBotRole',
      'editMessage',
      'upgrade',
      'openPage',
    ]),
    /** The dashboard page, as a path below the server's own URL. */
    path: z.string().nullable(),
    /** The affected channel or role. */
    targetId: z.string().nullable(),
  })
  .meta({ id: 'ErrorAction' });
export type ErrorAction = z.infer<typeof ErrorAction>;

export const ErrorRow = z
  .object({
    id: z.string(),
    reason: ErrorReason,
    message: sentence,
    /** The last occurrence, in epoch milliseconds. */
    time: z.int(),
    /** The first occurrence, in epoch milliseconds. */
    firstTime: z.int(),
    count: z.int(),
    /** When the error was solved, in epoch milliseconds. Null while it is unsolved. */
    solvedTime: z.int().nullable(),
    missingPermissions: z.array(z.string()).optional(),
    action: ErrorAction.nullable(),
  })
  .meta({ id: 'ErrorRow' });
export type ErrorRow = z.infer<typeof ErrorRow>;

export const ERROR_HOURS_SHOWN = 24;
export const ERROR_HOURS_KEPT = 7 * 24;

const named = z.object({ guildId: ServerId });

export const errorLogs = {
  listErrors: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/errors',
    summary: 'Errors of a server: open ones, then solved ones, each newest first.',
    access: manager('guildId'),
    params: named,
    query: z.object({
      /** The period in hours: a day by default, a week at most. */
      hours: queryInt({ min: 1, max: ERROR_HOURS_KEPT }).optional(),
    }),
    reply: z.array(ErrorRow),
  }),
  newestError: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/errors/newest',
    summary: 'Time of the latest open error (epoch milliseconds), for the red dot.',
    access: manager('guildId'),
    params: named,
    reply: z.int().nullable(),
  }),
  checkErrors: endpoint({
    method: 'PUT',
    path: '/data/guild/{guildId}/errors/check',
    summary: "Checks the bot's permissions at Discord, resumes fixed features, and returns the updated list.",
    access: manager('guildId'),
    params: named,
    reply: z.array(ErrorRow),
  }),
  clearErrors: endpoint({
    method: 'DELETE',
    path: '/data/guild/{guildId}/errors',
    summary: 'Empties the list.',
    access: manager('guildId'),
    params: named,
    reply: sentence,
  }),
} as const satisfies Home;
