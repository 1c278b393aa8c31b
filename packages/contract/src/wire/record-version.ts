import { z } from 'zod';

/**
 * Identifies the current settings of one record (a streamer, a starboard, a role …): any change gives a new version. A
 * client sends it back with its change. If another person has changed the record since, the answer is 409 and nothing
 * changes.
 */
export const RecordVersion = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,32}$/)
  .meta({ examples: ['q7Zr0tX2bLw'] });
export type RecordVersion = z.infer<typeof RecordVersion>;

/** The version of a missing record. Sent with a new record, it refuses to replace another person's. */
export const NO_RECORD = 'none';

/** Part of a record on the wire. It is ours, so it is dropped from a body. */
export const versioned = { version: RecordVersion } as const;

/** The query of a call that changes one record. Absent: the change applies to any version. */
export const onVersion = { version: RecordVersion.optional() } as const;
