import { z } from 'zod';

/**
 * Names the settings of one record (a streamer, a starboard, a role …) as they stand: another one when any of them has
 * changed, whoever changed it. Sent back with a change, it lets the server notice what somebody else changed meanwhile:
 * then the answer is 409 and nothing is changed.
 */
export const RecordVersion = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,32}$/)
  .meta({ examples: ['q7Zr0tX2bLw'] });
export type RecordVersion = z.infer<typeof RecordVersion>;

/** The version of what is not there: sent with something new, it refuses to replace what somebody else has made. */
export const NO_RECORD = 'none';

/** Stands on the wire beside the settings of a record. It is ours, so a body's is dropped. */
export const versioned = { version: RecordVersion } as const;

/** In the query of a call that changes one record. Absent: whatever stands there is changed. */
export const onVersion = { version: RecordVersion.optional() } as const;
