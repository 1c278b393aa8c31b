import { z } from 'zod';

declare module 'zod' {
  interface GlobalMeta {
    /** The kind of id. Brands exist only for the compiler, while code can read this at run time. */
    readonly is?: 'channel' | 'role';
  }
}

/** Discord ids are 64-bit numbers sent as text. Never convert one to a JavaScript number. */
const snowflake = z
  .string()
  .regex(/^\d{5,20}$/, 'must be a Discord ID')
  .meta({ examples: ['112233445566778899'] });

export const ServerId = snowflake.brand('ServerId');
export type ServerId = z.infer<typeof ServerId>;

export const UserId = snowflake.brand('UserId');
export type UserId = z.infer<typeof UserId>;

export const ChannelId = snowflake.meta({ is: 'channel' }).brand('ChannelId');
export type ChannelId = z.infer<typeof ChannelId>;

export const RoleId = snowflake.meta({ is: 'role' }).brand('RoleId');
export type RoleId = z.infer<typeof RoleId>;

export const MessageId = snowflake.brand('MessageId');
export type MessageId = z.infer<typeof MessageId>;

/** An id whose kind another word in the call decides. */
export const DiscordId = snowflake.brand('DiscordId');
export type DiscordId = z.infer<typeof DiscordId>;
