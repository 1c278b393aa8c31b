import { z } from 'zod';
import { Platform } from '../platforms/platform.ts';
import { isoDate } from './codecs.ts';
import { UserId } from './ids.ts';

/** Records outside the server's settings, with their own lists and versions. */
export const recordHomes = ['streamers', 'creators', 'starboards', 'statCounters'] as const;

/** Parts of a server that staff change, besides its settings. */
export const staffChanges = ['premium', 'overrideBranding'] as const;

/** Who made a change. `forgotten`: a person whose account has since been deleted. `tally`: this program itself. */
export const changeAuthors = ['person', 'forgotten', 'tally'] as const;

export const changeActions = ['added', 'changed', 'removed'] as const;

/** The meaning of a subject: a literal name, a Discord id, a message type, an override's priority. */
export const subjectKinds = ['name', 'channel', 'role', 'messageType', 'priority'] as const;

/** Which of several records was changed. */
export const ChangeSubject = z
  .object({ kind: z.enum(subjectKinds), value: z.string(), platform: Platform.nullable() })
  .meta({ id: 'ChangeSubject' });
export type ChangeSubject = z.infer<typeof ChangeSubject>;

/** One field by its name on the wire; a single-value setting is its own field. Null: not set. */
export const ChangedField = z
  .object({ field: z.string(), before: z.unknown(), after: z.unknown() })
  .meta({ id: 'ChangedField' });
export type ChangedField = z.infer<typeof ChangedField>;

/** An entry in the record of changes. */
export const ServerChange = z
  .object({
    id: z.string(),
    author: z.enum(changeAuthors),
    /** Null unless a person made it. */
    userId: UserId.nullable(),
    username: z.string().nullable(),
    /** A setting's name on the wire, or the list that contains the record. */
    what: z.string(),
    subject: ChangeSubject.nullable(),
    action: z.enum(changeActions),
    /** Only differences; for an added or removed record, only fields that were set. It contains no secrets. */
    fields: z.array(ChangedField),
    at: isoDate,
  })
  .meta({ id: 'ServerChange' });
export type ServerChange = z.infer<typeof ServerChange>;
