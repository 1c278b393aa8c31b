import type { GuildSettingsBody } from '@tally/contract';
import { AppError } from '@tally/kernel';
import { planOf } from '../../servers/index.ts';
import { type GuildParts } from '../../settings/index.ts';
import { choicesOf } from '../match.ts';
import { findKeepHours, saveKeepHours } from '../store/keepers.ts';

type Patch = Partial<GuildSettingsBody>;

/** How long this server keeps recordings by default. */
export const keepPart: GuildParts = {
  keys: ['vodDownloadStoreForHours'],
  read: async (_ctx, db, serverId) => ({
    vodDownloadStoreForHours: (await findKeepHours(db, [serverId])).get(serverId) ?? null,
  }),
  async check(ctx, serverId, { vodDownloadStoreForHours: hours }: Patch) {
    if (hours === null || hours === undefined) return;
    // Clients send back what they received, even if the plan is smaller by now.
    if ((await findKeepHours(ctx.db, [serverId])).get(serverId) === hours) return;
    const choices = choicesOf(await planOf(ctx, serverId));
    if (!choices.includes(hours)) throw new AppError('keepHoursNotInPlan', { hours: choices.at(-1) ?? 0 });
  },
  async write(_ctx, tx, serverId, { vodDownloadStoreForHours: hours }: Patch) {
    if (hours !== undefined) await saveKeepHours(tx, serverId, hours);
  },
};
