import { ChannelId, MessageId, RoleId, ServerId, UserId } from '@tally/contract';
import { z } from 'zod';

/**
 * Discord's shapes become ours here. Schemas are loose: unknown keys are dropped, and keys that Discord may leave
 * out get a default, so that a new field over there breaks nothing here.
 */
export { ChannelId, MessageId, RoleId, ServerId, UserId };

/** Ids of things that have no brand of their own: webhooks, emojis, applications. */
export const snowflake = z.string().regex(/^\d{1,20}$/);

/** A set of permissions travels as a decimal string. */
export const permissionSet = z
  .string()
  .regex(/^\d{1,30}$/)
  .transform((text) => BigInt(text));
