import { z } from 'zod';
import { messageBodyParts } from '../message-editor/bodies.ts';
import { type StreamerMessageType, streamerMessageTypesOf } from '../message-editor/types.ts';
import type { Platform } from '../platforms/platform.ts';
import { bodyOf } from '../wire/fields.ts';
import { settingsOf } from './streamer-settings.ts';

const messageBodyOf = <const T extends readonly [StreamerMessageType, ...StreamerMessageType[]]>(types: T) =>
  z.object({ type: z.enum(types), ...messageBodyParts });

/** One message of a streamer, as it is saved. */
export const streamerMessageBodies = {
  kick: messageBodyOf(streamerMessageTypesOf.kick),
  twitch: messageBodyOf(streamerMessageTypesOf.twitch),
  rumble: messageBodyOf(streamerMessageTypesOf.rumble),
  tiktok: messageBodyOf(streamerMessageTypesOf.tiktok),
  youtube: messageBodyOf(streamerMessageTypesOf.youtube),
} as const satisfies Record<Platform, z.ZodType>;

const messagesOf = {
  kick: z.array(streamerMessageBodies.kick).max(10).optional(),
  twitch: z.array(streamerMessageBodies.twitch).max(10).optional(),
  rumble: z.array(streamerMessageBodies.rumble).max(10).optional(),
  tiktok: z.array(streamerMessageBodies.tiktok).max(10).optional(),
  youtube: z.array(streamerMessageBodies.youtube).max(10).optional(),
} as const;

/**
 * An owner's settings per platform; unknown keys are dropped. The same body creates and changes a row; in a new row
 * absent fields get their defaults.
 */
export const streamerBodies = {
  kick: z
    .object({ ...bodyOf(z.object(settingsOf.kick)).shape, customMessages: messagesOf.kick })
    .meta({ id: 'KickStreamerBody' }),
  twitch: z
    .object({ ...bodyOf(z.object(settingsOf.twitch)).shape, customMessages: messagesOf.twitch })
    .meta({ id: 'TwitchStreamerBody' }),
  rumble: z
    .object({ ...bodyOf(z.object(settingsOf.rumble)).shape, customMessages: messagesOf.rumble })
    .meta({ id: 'RumbleStreamerBody' }),
  tiktok: z
    .object({ ...bodyOf(z.object(settingsOf.tiktok)).shape, customMessages: messagesOf.tiktok })
    .meta({ id: 'TiktokStreamerBody' }),
  youtube: z
    .object({ ...bodyOf(z.object(settingsOf.youtube)).shape, customMessages: messagesOf.youtube })
    .meta({ id: 'YoutubeStreamerBody' }),
} as const satisfies Record<Platform, z.ZodType>;
export type StreamerBody<P extends Platform = Platform> = z.infer<(typeof streamerBodies)[P]>;
