import { z } from 'zod';
import { tiers } from './flags.ts';

/** Words that several homes share. Words of one home stand in its own file. */

/** Let only these through, or all but these. */
export const filters = ['whitelist', 'blacklist'] as const;
export const Filter = z.enum(filters);
export type Filter = z.infer<typeof Filter>;

/** What a plan, an add-on or a checkout is for. */
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

/** `off`: nobody can pay here, staff give plans by hand. `unlimited`: everybody has everything. */
export const Sale = z.enum(['open', 'off', 'unlimited']);
export type Sale = z.infer<typeof Sale>;
