import { z } from 'zod';
import { isoDate } from './codecs.ts';
import { UserId } from './ids.ts';
import { Platform } from './platforms.ts';

/** Records that are no part of the server itself: they have lists and versions of their own. */
export const recordHomes = ['streamers', 'creators', 'starboards', 'statCounters'] as const;

/** What staff change of a server, beside its settings. */
export const staffChanges = ['premium', 'overrideBranding'] as const;

/** Who made a change. `forgotten`: a person whose account was deleted since. `tally`: this program itself. */
export const changeAuthors = ['person', 'forgotten', 'tally'] as const;

export const changeActions = ['added', 'changed', 'removed'] as const;

/** How to read a subject: a name to show as it is, an id of Discord, a type of message, the priority of an override. */
export const subjectKinds = ['name', 'channel', 'role', 'messageType', 'priority'] as const;

/** Which record was changed, where there are several. */
export const ChangeSubject = z
  .object({ kind: z.enum(subjectKinds), value: z.string(), platform: Platform.nullable() })
  .meta({ id: 'ChangeSubject' });
export type ChangeSubject = z.infer<typeof ChangeSubject>;

/** One field by its name on the wire; a setting that is one value is its own field. Null: nothing was, or is, set. */
export const ChangedField = z
  .object({ field: z.string(), before: z.unknown(), after: z.unknown() })
  .meta({ id: 'ChangedField' });
export type ChangedField = z.infer<typeof ChangedField>;

/** One line of the record of changes. */
export const ServerChange = z
  .object({
    id: z.string(),
    author: z.enum(changeAuthors),
    /** Null unless a person made it. */
    userId: UserId.nullable(),
    username: z.string().nullable(),
    /** What was changed: a setting's name on the wire, or the list in which the record stands. */
    what: z.string(),
    subject: ChangeSubject.nullable(),
    action: z.enum(changeActions),
    /** Only what differs; of a record that was added or removed, only what was set. Nothing secret is in it. */
    fields: z.array(ChangedField),
    at: isoDate,
  })
  .meta({ id: 'ServerChange' });
export type ServerChange = z.infer<typeof ServerChange>;
