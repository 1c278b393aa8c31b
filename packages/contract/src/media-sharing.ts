import { z } from 'zod';
import { bodyOf, int, line } from './fields.ts';
import { UserId } from './ids.ts';

/** Part of a person (`/data/user/{userId}`, key `mediaShare`). The queue's own calls come with the feature. */
export const mediaShareCommands = ['request', 'skip', 'pause', 'play', 'clear', 'mode', 'rban', 'runban'] as const;
export const MediaShareCommand = z.enum(mediaShareCommands);
export type MediaShareCommand = z.infer<typeof MediaShareCommand>;

export const mediaSharePermissions = ['everyone', 'sub', 'vip', 'mod', 'broadcaster'] as const;
export const MediaSharePermission = z.enum(mediaSharePermissions);
export type MediaSharePermission = z.infer<typeof MediaSharePermission>;

export const mediaShareModes = ['youtube', 'shorts', 'tiktok'] as const;
export const MediaShareType = z.enum(mediaShareModes);
export type MediaShareType = z.infer<typeof MediaShareType>;

const CommandPermission = z.object({
  command: MediaShareCommand,
  onKick: z.array(MediaSharePermission).max(mediaSharePermissions.length),
});

const MediaShareSettings = z.object({
  modes: z.array(MediaShareType).max(mediaShareModes.length),
  prefix: line(5),
  volume: int(0, 100),
});

/** Names of chatters, as the platform writes them. */
const chatters = z.array(line(100)).max(1000);

const editable = {
  enabled: z.boolean().nullable(),
  banList: chatters,
  modList: z.array(UserId).max(100),
  permissions: z.array(CommandPermission).max(mediaShareCommands.length),
  settings: MediaShareSettings.nullable(),
} as const;

/** The password itself never leaves. */
export const MediaShare = z.object({ ...editable, hasPassword: z.boolean() }).meta({ id: 'MediaShare' });
export type MediaShare = z.infer<typeof MediaShare>;

export const MediaShareBody = z
  .object({
    ...bodyOf(z.object(editable)).shape,
    settings: bodyOf(MediaShareSettings).nullish(),
    /** Null removes it. */
    password: line(72, 4).nullish(),
  })
  .meta({ id: 'MediaShareBody' });
export type MediaShareBody = z.infer<typeof MediaShareBody>;
