import { isDeepStrictEqual } from 'node:util';
import type { ChannelId, GiveawayBody, GiveawayPatch, RecordVersion, ServerId, UserId } from '@tally/contract';
import { loosenable } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, days, hours, minutes, versionOf } from '@tally/kernel';
import { amend, intend, withdraw } from '@tally/pipeline/delivery';
import { requirePostable } from '../../../places/index.ts';
import { planOf, requirePlanFlags } from '../../../servers/index.ts';
import { readTerms, storeTerms, type Terms, wholeTerms, withoutAbsent } from '../../match/terms.ts';
import { insertDraw } from '../../store/draws.ts';
import {
  changeGiveaway,
  countAtOnce,
  deleteGiveaway,
  findGiveaway,
  insertGiveaway,
  lockGiveaway,
  lockStarts,
  step,
} from '../../store/giveaways.ts';
import { findSettings } from '../../store/settings.ts';
import type { GiveawayRow } from '../../tables.ts';
import { newSeed } from '../draw/seeds.ts';
import { forgetCounting } from '../entry/count-messages.ts';
import { planInvite } from '../entry/invite.ts';
import { note } from '../note.ts';
import { OWNER } from '../owner.ts';
import { settingsOf } from '../read.ts';
import { checkTerms, cleanPrize, endOf, inWords } from './check.ts';
import { dueJob } from './due-job.ts';
import { planLastChance } from './last-chance.ts';
import { holdPicture } from './pictures.ts';
import { wrongState } from './wrong-state.ts';

type Who = { readonly byId: UserId | null };
/** The API's answer `reply` is stored in the same transaction. */
type Replying = Who & { readonly reply?: string | undefined };

/** Creates a giveaway and returns its id. */
export async function createGiveaway(
  ctx: Ctx,
  serverId: ServerId,
  { body, isLater, byId, reply }: { readonly body: GiveawayBody; readonly isLater: boolean } & Replying,
): Promise<string> {
  const { channelId, hostId, codeword, endsAt, startInMinutes = 0, startsAt: chosenStart, ...chosen } = body;
  const { managersMayEnter } = await findSettings(ctx.db, serverId);
  const terms = wholeTerms({ managersMayEnter, ...withoutAbsent(chosen), name: cleanPrize(ctx, chosen.name) });
  const plan = await checkTerms(ctx, serverId, { body, terms, former: null });
  await requirePostable(ctx, serverId, { field: 'channelId', id: channelId });
  if (isLater) await requirePlanFlags(ctx, serverId, ['ScheduleGiveaways']);
  const now = ctx.clock.now();
  const waitsForStream = terms.followsStream?.start === true;
  const isScheduled = waitsForStream || isLater;
  // A giveaway whose chosen start has passed starts now.
  const waitMs = chosenStart ? Math.max(0, chosenStart.getTime() - now.getTime()) : minutes(startInMinutes);
  if (isLater && waitMs > hours(plan.ceilings.giveawayScheduleHours)) {
    throw new AppError('planLimit', {
      what: 'giveawaySchedule',
      length: inWords(ctx, plan.ceilings.giveawayScheduleHours),
    });
  }
  const startsAt = isScheduled ? new Date(now.getTime() + waitMs) : now;
  const end = endOf(ctx, plan, { terms, startsAt, endsAt: endsAt ?? null });
  const id = `gw_${ctx.random.uuid().replaceAll('-', '').slice(0, 20)}`;
  const row = {
    id,
    serverId,
    channelId,
    hostId: hostId ?? byId,
    settings: storeTerms(terms),
    codeword: codeword ?? null,
    createdAt: now,
    state: 'scheduled' as const,
    startsAt: waitsForStream ? null : startsAt,
    endsAt: end,
  };
  await ctx.db.transaction(async (tx) => {
    await holdPicture(ctx, tx, { serverId, image: terms.image });
    await insertGiveaway(tx, row);
    await insertDraw(tx, newSeed(ctx, { giveawayId: id, number: 1 }));
    await note(ctx, tx, row, [{ event: 'created', byId }]);
    if (!isScheduled) await startWithin(ctx, tx, { id, serverId, limit: plan.ceilings.giveawaysAtOnce, byId });
    else if (row.startsAt) await dueAt(ctx, tx, { id, at: row.startsAt });
    await keepReply(ctx, tx, reply);
  });
  if (terms.requirements?.messageCount) await forgetCounting(ctx);
  return id;
}

const dueAt = async (ctx: Ctx, tx: Db, { id, at }: { id: string; at: Date }): Promise<void> => {
  await ctx.queue.send(dueJob, { giveawayId: id }, { tx, startAfter: at });
};

/** Queues the giveaway's end and the reminder before it. */
async function endAt(ctx: Ctx, tx: Db, row: GiveawayRow): Promise<void> {
  if (row.endsAt) await dueAt(ctx, tx, { id: row.id, at: row.endsAt });
  await planLastChance(ctx, tx, row);
}

export async function startGiveaway(ctx: Ctx, id: string, { byId, reply }: Replying): Promise<void> {
  const row = await findGiveaway(ctx.db, id);
  if (!row) throw new AppError('giveawayNotFound');
  const { serverId } = row;
  const limit = (await planOf(ctx, serverId)).ceilings.giveawaysAtOnce;
  await ctx.db.transaction(async (tx) => {
    await startWithin(ctx, tx, { id, serverId, limit, byId });
    await keepReply(ctx, tx, reply);
  });
}

/** Starts a giveaway. Its duration counts from the actual start, which may be later than planned. */
async function startWithin(
  ctx: Ctx,
  tx: Db,
  { id, serverId, limit, byId }: { id: string; serverId: ServerId; limit: number } & Who,
): Promise<void> {
  const now = ctx.clock.now();
  await lockStarts(tx, serverId);
  const planned = await lockGiveaway(tx, id);
  if (planned?.state !== 'scheduled') throw new AppError('conflict');
  if ((await countAtOnce(tx, serverId)) >= limit) throw new AppError('planLimit', { what: 'giveawaysAtOnce', limit });
  const length = (planned.endsAt ?? now).getTime() - (planned.startsAt ?? planned.createdAt).getTime();
  const endsAt = new Date(now.getTime() + length);
  const row = await step(tx, id, { from: ['scheduled'], to: { state: 'running', startedAt: now, endsAt } });
  if (!row) return;
  await note(ctx, tx, row, [{ event: 'started', byId }]);
  await postMessage(ctx, tx, row);
  await endAt(ctx, tx, row);
  await planInvite(ctx, tx, row);
}

/** Queues the message. It is composed only when it is sent, so it shows the state at that time. */
async function postMessage(ctx: Ctx, tx: Db, row: GiveawayRow): Promise<void> {
  const now = ctx.clock.now();
  const round = row.messageRound + 1;
  const key = `${OWNER} ${row.id} message ${round}`;
  await changeGiveaway(tx, row.id, { messageRound: round, messageKey: key, messageId: null, isMessageLost: false });
  await intend(ctx, tx, [
    {
      dedupeKey: key,
      owner: OWNER,
      serverId: row.serverId,
      subject: row.id,
      kind: 'giveaway',
      channelId: row.channelId,
      about: {},
      detectedAt: now,
      giveUpAt: new Date(now.getTime() + days(7)),
    },
  ]);
}

export async function pauseGiveaway(ctx: Ctx, id: string, { byId, reply }: Replying): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const row = await step(tx, id, { from: ['running'], to: { state: 'paused', pausedAt: now } });
    if (!row) throw await wrongState(ctx, tx, id);
    await note(ctx, tx, row, [{ event: 'paused', byId }]);
    await refreshMessage(ctx, tx, row);
    await keepReply(ctx, tx, reply);
  });
}

/** Resumes a giveaway and moves its end by the length of the pause. */
export async function resumeGiveaway(ctx: Ctx, id: string, { byId, reply }: Replying): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const paused = await lockGiveaway(tx, id);
    if (paused?.state !== 'paused') throw await wrongState(ctx, tx, id);
    const rested = now.getTime() - (paused.pausedAt ?? now).getTime();
    const endsAt = new Date((paused.endsAt ?? now).getTime() + rested);
    const row = await step(tx, id, { from: ['paused'], to: { state: 'running', pausedAt: null, endsAt } });
    if (!row) return;
    await note(ctx, tx, row, [{ event: 'resumed', byId }]);
    await refreshMessage(ctx, tx, row);
    await endAt(ctx, tx, row);
    await keepReply(ctx, tx, reply);
  });
}

export async function refreshMessage(ctx: Ctx, tx: Db, row: GiveawayRow): Promise<void> {
  const giveUpAt = new Date(ctx.clock.now().getTime() + days(1));
  if (row.messageKey) await amend(ctx, tx, [row.messageKey], { giveUpAt });
}

/** Deletes the message and posts it again, in another channel if one is given. */
export async function resendGiveaway(ctx: Ctx, id: string, about: Replying & { channelId?: ChannelId }): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const row = await lockGiveaway(tx, id);
    if (!row || row.state === 'scheduled') throw new AppError('giveawayNotFound');
    if (row.messageKey) await withdraw(ctx, tx, [row.messageKey], { giveUpAt: new Date(now.getTime() + days(1)) });
    const channelId = about.channelId ?? row.channelId;
    await changeGiveaway(tx, id, { channelId });
    await note(ctx, tx, row, [{ event: 'resent', byId: about.byId }]);
    await postMessage(ctx, tx, { ...row, channelId });
    await keepReply(ctx, tx, about.reply);
  });
}

export async function removeGiveaway(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockGiveaway(tx, id);
    if (!row) throw new AppError('giveawayNotFound');
    const giveUpAt = new Date(ctx.clock.now().getTime() + days(1));
    if (row.messageKey) await withdraw(ctx, tx, [row.messageKey], { giveUpAt });
    await deleteGiveaway(tx, id);
  });
}

export async function updateGiveaway(
  ctx: Ctx,
  id: string,
  { patch, version, byId }: { readonly patch: GiveawayPatch; readonly version?: RecordVersion | undefined } & Who,
): Promise<void> {
  const known = await findGiveaway(ctx.db, id);
  if (!known) throw new AppError('giveawayNotFound');
  const former = readTerms(known);
  if (known.state !== 'scheduled') await requirePlanFlags(ctx, known.serverId, ['ModifyGiveawayWhileRunning']);
  const { endsAt, hostId, codeword, ...sent } = patch;
  const chosen = sent.name === undefined ? sent : { ...sent, name: cleanPrize(ctx, sent.name) };
  const termsOf = (row: GiveawayRow): Terms => wholeTerms({ ...readTerms(row), ...withoutAbsent(chosen) });
  const plan = await checkTerms(ctx, known.serverId, { body: patch, terms: termsOf(known), former });
  await ctx.db.transaction(async (tx) => {
    const row = await lockGiveaway(tx, id);
    if (!row || !['scheduled', 'running', 'paused'].includes(row.state)) throw await wrongState(ctx, tx, id);
    if (version !== undefined && version !== versionOf(settingsOf(row))) throw new AppError('changedMeanwhile');
    const terms = termsOf(row);
    const isOther = terms.durationMinutes !== readTerms(row).durationMinutes;
    const startsAt = row.startedAt ?? row.startsAt ?? row.createdAt;
    const end = endsAt || isOther ? endOf(ctx, plan, { terms, startsAt, endsAt: endsAt ?? null }) : row.endsAt;
    if (row.hasEntries)
      requireLooser(row, { terms, end, isCodewordNew: codeword !== undefined && codeword !== row.codeword });
    const change = {
      settings: storeTerms(terms),
      endsAt: end,
      ...(hostId === undefined ? {} : { hostId }),
      ...(codeword === undefined ? {} : { codeword }),
    };
    await holdPicture(ctx, tx, { serverId: row.serverId, image: terms.image, former: readTerms(row).image });
    await changeGiveaway(tx, id, change);
    await note(ctx, tx, row, [{ event: 'edited', byId, details: differences(row, terms, end) }]);
    await refreshMessage(ctx, tx, { ...row, ...change });
    if (row.state === 'running') await endAt(ctx, tx, { ...row, ...change });
    if (row.state !== 'scheduled') await planInvite(ctx, tx, { ...row, ...change });
  });
}

/** People have already entered, so a change must not make it harder for them to win. */
function requireLooser(row: GiveawayRow, wanted: { terms: Terms; end: Date | null; isCodewordNew: boolean }): void {
  const was = readTerms(row);
  const { terms, end, isCodewordNew } = wanted;
  const free: ReadonlySet<string> = new Set([
    ...loosenable,
    'lastChance',
    'listed',
    'dmWinners',
    'buttonLabel',
    'emojiUnicodeOrId',
  ]);
  const isFrozen = (Object.keys(terms) as (keyof Terms)[]).some(
    (key) => !free.has(key) && !isDeepStrictEqual(terms[key], was[key]),
  );
  const isShorter = end !== null && row.endsAt !== null && end < row.endsAt;
  if (isFrozen || isCodewordNew || isShorter || terms.winnerCount < was.winnerCount) throw new AppError('termsFrozen');
}

function differences(row: GiveawayRow, terms: Terms, end: Date | null): Record<string, string> {
  const was = readTerms(row);
  const changed = (Object.keys(terms) as (keyof Terms)[]).filter((key) => !isDeepStrictEqual(terms[key], was[key]));
  const short = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200);
  return Object.fromEntries([
    ...changed.map((key) => [key, `${short(was[key])} → ${short(terms[key])}`]),
    ...(end?.getTime() === row.endsAt?.getTime()
      ? []
      : [['endsAt', `${row.endsAt?.toISOString() ?? ''} → ${end?.toISOString() ?? ''}`]]),
  ]) as Record<string, string>;
}

export async function duplicateGiveaway(ctx: Ctx, id: string, { byId, reply }: Replying): Promise<string> {
  const row = await findGiveaway(ctx.db, id);
  if (!row) throw new AppError('giveawayNotFound');
  const { followsStream: _, ...terms } = readTerms(row);
  const body = { ...terms, channelId: row.channelId, hostId: row.hostId, codeword: row.codeword } as GiveawayBody;
  return await createGiveaway(ctx, row.serverId, { body, isLater: false, byId, reply });
}
