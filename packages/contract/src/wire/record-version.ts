import { z } from 'zod';

/**
 * Identifies the current settings of one record (a streamer, a starboard, a role …). Any change gives a new version. A
 * client sends the version back with its change. If another person has changed the record since, the answer is 409 and
 * nothing changes.
 */
export const RecordVersion = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,32}$/)
  .meta({ examples: ['q7Zr0tX2bLw'] });
export type RecordVersion = z.infer<typeof RecordVersion>;

/** The version of a missing record. A new record that is sent with it never replaces another person's record. */
export const NO_RECORD = 'none';

/** A record's version on the wire. We set it, so it is dropped from a body. */
export const versioned = { version: RecordVersion } as const;

/** The query of a call that changes one record. Without a version, the change applies to any version. */
export const onVersion = { version: RecordVersion.optional() } as const;
