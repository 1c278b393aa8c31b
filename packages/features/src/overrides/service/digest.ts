import { defaultLocale, type Platform, type ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, days, hours, minutes } from '@tally/kernel';
import { type Intention, intend } from '@tally/pipeline/delivery';
import { listOpenSessions } from '@tally/pipeline/detection';
import { listLooks, type ServerLooks } from '../../servers/index.ts';
import { quietUntil } from '../match/quiet.ts';
import { type Missed, renderDigest } from '../render.ts';
import { deleteToldBefore, insertHeld, listHeld, listHolders, takeHeld } from '../store/held.ts';
import type { HeldRow } from '../tables.ts';
import { loadServerRules, quietAt } from './verdicts.ts';

/** Something that waits for the digest of its channel. */
export type Held = Omit<HeldRow, 'heldAt' | 'toldAt'>;

/** In the transaction that writes the journal row saying that it was quiet. The same thing is held once. */
export async function holdForDigest(ctx: Ctx, tx: Db, held: readonly Held[]): Promise<void> {
  const heldAt = ctx.clock.now();
  await insertHeld(
    tx,
    held.map((each) => ({ ...each, heldAt, toldAt: null })),
  );
}

/** In which digest things stand, or will stand; in the zone of their server. */
export async function digestsOf(
  ctx: Ctx,
  dedupeKeys: readonly string[],
): Promise<ReadonlyMap<string, { at: Date; timeZone: string; isTold: boolean }>> {
  const rows = await listHeld(ctx.db, dedupeKeys);
  const rules = await loadServerRules(
    ctx,
    rows.map(({ serverId }) => serverId),
  );
  const now = ctx.clock.now();
  return new Map(
    rows.map(({ dedupeKey, serverId, toldAt }) => {
      const quiet = rules.get(serverId)?.quietHours;
      // Where it is quiet no more, the digest is about to go.
      const at = toldAt ?? (quiet && quietUntil(quiet, now)) ?? now;
      return [dedupeKey, { at, timeZone: quiet?.timeZone ?? 'UTC', isTold: toldAt !== null }];
    }),
  );
}

/** A fan-out that began in the last second of the night may still be writing. */
const SETTLING_MS = minutes(1);
const SERVERS_AT_ONCE = 500;
/** An event is not told again as late as this. */
const REMEMBERED_MS = days(7);
/** A digest that could not be posted by then is no news any more. */
const STILL_NEWS_MS = hours(12);

/**
 * Posts what was held wherever it is quiet no more. It goes by the clock and by the rows alone, so a night during
 * which no process ran is made up for by the next run.
 */
export async function sendDigests(ctx: Ctx): Promise<void> {
  await deleteToldBefore(ctx.db, new Date(ctx.clock.now().getTime() - REMEMBERED_MS));
  let after = '';
  for (;;) {
    const holders = await listHolders(ctx.db, after, SERVERS_AT_ONCE);
    const last = holders.at(-1);
    if (last === undefined) return;
    const awake = await listAwake(ctx, holders);
    const looks = await listLooks(ctx, awake);
    for (const serverId of awake) await sendDigest(ctx, serverId, looks.get(serverId));
    after = last;
  }
}

/** Whoever has switched quiet hours off gets what was held at once. */
async function listAwake(ctx: Ctx, serverIds: readonly ServerId[]): Promise<ServerId[]> {
  const now = ctx.clock.now();
  const [isQuietNow, wasQuiet] = [quietAt(now), quietAt(new Date(now.getTime() - SETTLING_MS))];
  const rules = await loadServerRules(ctx, serverIds);
  return serverIds.filter((serverId) => {
    const quiet = rules.get(serverId)?.quietHours;
    return !quiet || !(isQuietNow(quiet) || wasQuiet(quiet));
  });
}

/** Taking what was held and intending the digest is one transaction: each thing is told exactly once. */
async function sendDigest(ctx: Ctx, serverId: ServerId, looks: ServerLooks | undefined): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const held = await takeHeld(tx, serverId, ctx.clock.now());
    const live = await listLive(tx, held);
    const channels = Map.groupBy(held, (row) => row.channelId);
    const intentions = [...channels.values()].map((rows) => {
      const missed = rows.map((row) => asMissed(ctx, row, live));
      return intentionOf(ctx, rows, renderDigest(looks?.locale ?? defaultLocale, missed));
    });
    await intend(ctx, tx, intentions);
  });
}

function intentionOf(ctx: Ctx, rows: readonly HeldRow[], payload: Intention['payload']): Intention {
  const [first] = rows as readonly [HeldRow, ...HeldRow[]];
  const now = ctx.clock.now();
  return {
    dedupeKey: `digest ${first.dedupeKey}`,
    owner: 'overrides',
    serverId: first.serverId,
    // The journal is read by streamer: the digest stands with the first one that it names.
    subject: first.streamerId,
    kind: 'digest',
    channelId: first.channelId,
    payload,
    detectedAt: now,
    giveUpAt: new Date(now.getTime() + STILL_NEWS_MS),
  };
}

async function listLive(tx: Db, held: readonly HeldRow[]): Promise<ReadonlySet<string>> {
  const streams = Map.groupBy(
    held.filter((row) => row.sessionId),
    (row) => row.platform,
  );
  const live = new Set<string>();
  for (const [platform, rows] of streams) {
    const open = await listOpenSessions(tx, platform, [...new Set(rows.map((row) => row.creatorId))]);
    for (const session of open) live.add(session.id);
  }
  return live;
}

const asMissed = (ctx: Ctx, row: HeldRow, live: ReadonlySet<string>): Missed => ({
  name: row.name,
  platform: nameOf(ctx, row.platform),
  title: row.title,
  url: row.url,
  at: row.happenedAt,
  isLive: row.sessionId === null ? null : live.has(row.sessionId),
});

const nameOf = (ctx: Ctx, platform: Platform): string =>
  ctx.platforms.definitions.find((each) => each.id === platform)?.name ?? platform;
