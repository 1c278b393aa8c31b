import { z } from 'zod';
import { dev } from '../wire/access.ts';
import { isoDate, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { count } from '../wire/fields.ts';

/** Why nothing is sent: SAFE_MODE is set, the database was restored, or a process crashed repeatedly. */
export const SafeReason = z.enum(['setting', 'restored', 'crashes']);
export type SafeReason = z.infer<typeof SafeReason>;

export const SafeMode = z.object({ reason: SafeReason, since: isoDate }).meta({ id: 'SafeMode' });
export type SafeMode = z.infer<typeof SafeMode>;

/** Which messages are dropped when safe mode ends, by the time their cause was detected. */
export const forgetChoices = ['olderThanHour', 'everything', 'nothing'] as const;
export type ForgetChoice = (typeof forgetChoices)[number];

export const safeModeCalls = {
  getSafety: endpoint({
    method: 'GET',
    path: '/admin/safety',
    summary: 'Whether safe mode is on, why, how many messages wait for its end, and the last backup.',
    access: dev,
    reply: z.object({
      safeMode: SafeMode.nullable(),
      /** True if SAFE_MODE is set for the API. Staff can then not leave safe mode. */
      isFixed: z.boolean(),
      waiting: count,
      olderThanHour: count,
      /** The last verified backup. */
      backup: z.object({ madeAt: isoDate, bytes: count }).nullable(),
      /** True if a backup is made every night. */
      isNightly: z.boolean(),
    }),
  }),
  leaveSafeMode: endpoint({
    method: 'POST',
    path: '/admin/safety/leave',
    summary: 'Ends safe mode. Messages that waited are posted, except those that `forget` names.',
    access: dev,
    body: z.object({ forget: z.enum(forgetChoices) }),
    reply: sentence,
  }),
} as const satisfies Home;
