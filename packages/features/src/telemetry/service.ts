import {
  defaultLocale,
  type GuildGettingStarted,
  type Recent,
  type RecentType,
  type ServerId,
  type UserGettingStarted,
  type UserId,
} from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, hours, say } from '@tally/kernel';
import { personChanged } from '../account/index.ts';
import {
  insertRecent,
  keepRecent,
  listRecent,
  listServerSteps,
  listUserSteps,
  saveServerStep,
  saveUserStep,
} from './store.ts';
import type { ServerStep, UserStep } from './tables.ts';

/** The public activity list shows one person's overlays at most this often. */
const OVERLAY_EVERY_MS = hours(1);
const RECENT_SHOWN = 20;
const RECENT_KEPT = 200;

/** Records a server's first use of something. Other features call this. */
export async function noteServerStep(ctx: Ctx, serverId: ServerId, step: ServerStep, db: Db = ctx.db): Promise<void> {
  await saveServerStep(db, serverId, step, ctx.clock.now());
}

/** Records a person's first use of something. Other features call this. */
export async function noteUserStep(ctx: Ctx, userId: UserId, step: UserStep, db: Db = ctx.db): Promise<void> {
  await saveUserStep(db, { userId, step, at: ctx.clock.now(), notSince: new Date(0) });
  await personChanged(ctx, userId);
}

export async function noteOverlay(ctx: Ctx, userId: UserId): Promise<void> {
  const at = ctx.clock.now();
  const notSince = new Date(at.getTime() - OVERLAY_EVERY_MS);
  const isNew = await saveUserStep(ctx.db, { userId, step: 'overlayGenerated', at, notSince });
  if (isNew) await remember(ctx, { type: 'overlay', message: say(defaultLocale, 'telemetry.overlayMade') });
}

export async function stepsOfServer(db: Db, serverId: ServerId): Promise<GuildGettingStarted> {
  const done = await listServerSteps(db, serverId);
  return {
    didBuyPremium: done.has('didBuyPremium'),
    didDismissGuildAds: done.has('didDismissGuildAds'),
    didSetupBirthday: done.has('didSetupBirthday'),
    didSetupFirstContentCreator: done.has('didSetupFirstContentCreator'),
  };
}

export async function stepsOfUser(ctx: Ctx, userId: UserId): Promise<UserGettingStarted> {
  const done = new Set((await listUserSteps(ctx.db, userId)).map((row) => row.step));
  return {
    didBuyPremium: done.has('didBuyPremium'),
    didDismissUserAds: done.has('didDismissUserAds'),
    didInviteATeamMember: done.has('didInviteATeamMember'),
    didJoinATeam: done.has('didJoinATeam'),
    didLinkAllSocials: done.has('didLinkAllSocials'),
  };
}

export async function exportSteps(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const steps = await listUserSteps(ctx.db, userId);
  return steps.length === 0 ? {} : { steps };
}

/** Adds a line to the public list of recent activity. The list names only people who chose to be public. */
export async function remember(ctx: Ctx, entry: { type: RecentType; message: string }): Promise<void> {
  await insertRecent(ctx.db, { ...entry, createdAt: ctx.clock.now() });
}

export async function listActivity(ctx: Ctx): Promise<Recent[]> {
  const rows = await listRecent(ctx.db, RECENT_SHOWN);
  return rows.map((row) => ({ type: row.type, message: row.message, createdAt: row.createdAt.getTime() }));
}

export const tidyActivity = async (ctx: Ctx): Promise<void> => await keepRecent(ctx.db, RECENT_KEPT);
