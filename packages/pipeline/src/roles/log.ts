import { ServerId } from '@tally/contract';
import { findServerStates } from '@tally/discord/gateway';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { missingIn } from '../delivery/sending/rights.ts';
import { kindOf, type RoleLog, reportTrouble } from './owner.ts';
import { dropLines, finishBatch, nextBatch } from './store/changes.ts';

/** The number of embeds that fit into one message. */
const LINES = 10;

const logJob = defineJob({
  name: 'roles/write-log',
  data: z.object({ serverId: ServerId, kind: z.string() }),
  run: async (ctx, about) => await writeLog(ctx, about),
});

export { logJob };

interface Where {
  readonly serverId: ServerId;
  /** Changes from claims of this kind go to this log. */
  readonly kind: string;
}

export async function writeLogSoon(ctx: Ctx, where: Where, tx?: Db): Promise<void> {
  const { name } = logOf(ctx, where.kind);
  await ctx.queue.send(logJob, where, { singletonKey: `${where.serverId} ${name}`, ...(tx ? { tx } : {}) });
}

function logOf(ctx: Ctx, kind: string): RoleLog {
  const { log } = kindOf(ctx, kind);
  if (!log) throw new Error(`Claims of the kind ${kind} have no log.`);
  return log;
}

/** Posts the role changes collected so far to a log channel, in one message without pings. */
async function writeLog(ctx: Ctx, where: Where): Promise<void> {
  const { serverId } = where;
  const log = logOf(ctx, where.kind);
  const channelId = await log.findChannel(ctx, serverId);
  if (!channelId) return await dropLines(ctx.db, serverId, log.name);
  const about = { serverId, log: log.name, limit: LINES, newId: ctx.random.uuid() };
  const batch = await ctx.db.transaction(async (tx) => await nextBatch(tx, about));
  if (!batch) return;
  const payload = await log.render(ctx, serverId, batch.lines);
  try {
    await ctx.discord.messages.create({ channelId, payload, nonce: nonceOf(batch.id) });
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'down') throw error;
    return await giveUp(ctx, { serverId, log, channelId, isGone: error.kind === 'gone' });
  }
  await finishBatch(ctx.db, batch.id);
  await writeLogSoon(ctx, where);
}

/** Discord allows at most 25 characters. */
const nonceOf = (batchId: string): string => batchId.replaceAll('-', '').slice(0, 25);

async function giveUp(
  ctx: Ctx,
  about: {
    readonly serverId: ServerId;
    readonly log: RoleLog;
    readonly channelId: Parameters<typeof missingIn>[2];
    readonly isGone: boolean;
  },
): Promise<void> {
  const { serverId, log, channelId, isGone } = about;
  const state = (await findServerStates(ctx.db, [serverId])).get(serverId);
  const channel = isGone ? undefined : state?.channels.get(channelId);
  await ctx.db.transaction(async (tx) => {
    await dropLines(tx, serverId, log.name);
    // Discord refused and the server is unknown, so the bot was removed and no person can fix the log.
    if (!state && !isGone) return;
    await reportTrouble(ctx, tx, serverId, {
      of: 'log',
      channelId,
      channelName: channel?.name ?? null,
      missing: (state && missingIn(ctx, state, channelId)) ?? [],
      what: log.what,
      path: log.path,
    });
  });
}
