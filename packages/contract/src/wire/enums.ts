import { z } from 'zod';
import { tiers } from '../premium/flags.ts';

/** Words that several features share. A word of one feature belongs in that feature's file. */

/** Allows only the listed ones, or all except the listed ones. */
export const filters = ['whitelist', 'blacklist'] as const;
export const Filter = z.enum(filters);
export type Filter = z.infer<typeof Filter>;

/** The possible holders of a plan, an add-on or a checkout. */
export const holders = ['guild', 'user'] as const;
export const Holder = z.enum(holders);
export type Holder = z.infer<typeof Holder>;

export const TierId = z.enum(Object.values(tiers) as [string, ...string[]]);

export const severities = ['info', 'warning', 'emergency'] as const;
export const NotificationSeverity = z.enum(severities);
export type NotificationSeverity = z.infer<typeof NotificationSeverity>;

export const leaderBoardTypes = ['weekly', 'monthly', 'overall'] as const;
export const LeaderBoardType = z.enum(leaderBoardTypes);
export type LeaderBoardType = z.infer<typeof LeaderBoardType>;

/** `off`: payments are off, and staff grant plans by hand. `unlimited`: everyone has every feature. */
export const Sale = z.enum(['open', 'off', 'unlimited']);
export type Sale = z.infer<typeof Sale>;
