import { ChannelId, MessageId, RoleId, ServerId, UserId } from '@tally/contract';
import { z } from 'zod';

/**
 * Converts Discord's objects into ours. The schemas are loose: unknown keys are dropped, and keys that Discord may omit
 * get a default. So a new field at Discord breaks nothing here.
 */
export { ChannelId, MessageId, RoleId, ServerId, UserId };

/** Ids without their own brand: of webhooks, emojis and applications. */
export const snowflake = z.string().regex(/^\d{1,20}$/);

/** Discord sends a set of permissions as a decimal string. */
export const permissionSet = z
  .string()
  .regex(/^\d{1,30}$/)
  .transform((text) => BigInt(text));
