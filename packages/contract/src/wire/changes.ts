import { z } from 'zod';
import { Platform } from '../platforms/platform.ts';
import { isoDate } from './codecs.ts';
import { UserId } from './ids.ts';

/** Records that are not part of the server's settings. They have their own lists and versions. */
export const recordHomes = ['streamers', 'creators', 'starboards', 'statCounters'] as const;

/** The parts of a server that staff can change besides its settings. */
export const staffChanges = ['premium', 'overrideBranding'] as const;

/** Who made a change. `forgotten`: a person whose account has since been deleted. `tally`: this program. */
export const changeAuthors = ['person', 'forgotten', 'tally'] as const;

export const changeActions = ['added', 'changed', 'removed'] as const;

/** The kinds of subjects: a literal name, a Discord id, a message type, or an override's priority. */
export const subjectKinds = ['name', 'channel', 'role', 'messageType', 'priority'] as const;

/** Names the record that was changed. */
export const ChangeSubject = z
  .object({ kind: z.enum(subjectKinds), value: z.string(), platform: Platform.nullable() })
  .meta({ id: 'ChangeSubject' });
export type ChangeSubject = z.infer<typeof ChangeSubject>;

/** One field by its name on the wire. A setting with a single value is its own field. Null if it was not set. */
export const ChangedField = z
  .object({ field: z.string(), before: z.unknown(), after: z.unknown() })
  .meta({ id: 'ChangedField' });
export type ChangedField = z.infer<typeof ChangedField>;

/** An entry in the audit log. */
export const ServerChange = z
  .object({
    id: z.string(),
    author: z.enum(changeAuthors),
    /** Null if no person made the change. */
    userId: UserId.nullable(),
    username: z.string().nullable(),
    /** The name of the setting on the wire, or the list that contains the record. */
    what: z.string(),
    subject: ChangeSubject.nullable(),
    action: z.enum(changeActions),
    /** Contains only differences. An added or removed record has only fields that were set. No field is a secret. */
    fields: z.array(ChangedField),
    at: isoDate,
  })
  .meta({ id: 'ServerChange' });
export type ServerChange = z.infer<typeof ServerChange>;
