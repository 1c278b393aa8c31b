import type { GuildSettingsBody } from '@tally/contract';
import { AppError, type Ctx, hours as hoursInMs } from '@tally/kernel';
import { duration } from '@tally/message/duration';
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
    // Clients send back what they received, even if the plan is smaller now.
    if ((await findKeepHours(ctx.db, [serverId])).get(serverId) === hours) return;
    const choices = choicesOf(await planOf(ctx, serverId));
    if (!choices.includes(hours)) throw notInPlan(ctx, choices);
  },
  async write(_ctx, tx, serverId, { vodDownloadStoreForHours: hours }: Patch) {
    if (hours !== undefined) await saveKeepHours(tx, serverId, hours);
  },
};

/** The refusal if the caller asks to keep a recording longer than the plan allows. */
export const notInPlan = (ctx: Ctx, choices: readonly number[]): AppError =>
  new AppError('keepHoursNotInPlan', { time: duration(hoursInMs(choices.at(-1) ?? 0), ctx.locale, 'long') });
