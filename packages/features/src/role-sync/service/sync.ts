import { ServerId, UserId } from '@tally/contract';
import type { Member } from '@tally/discord/rest';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob, hours, minutes, seconds, UpstreamError } from '@tally/kernel';
import type { MemberKey } from '@tally/pipeline/roles';
import { z } from 'zod';
import { planOf } from '../../servers/index.ts';
import { judge } from '../match.ts';
import { callMembers, claimTurn, endTurn, forgetMember, leaseDue } from '../store/members.ts';
import { type Claimed, claimStandings, forgetAbsent } from './claims.ts';
import { type Knowledge, learn } from './known.ts';
import { type NewName, nameMember } from './name.ts';
import { listSources } from './sources.ts';

/** Longer than one member's check takes. */
const TURN_MS = seconds(60);
/** How often a member is checked when nothing has happened. */
const EVERY_MS = hours(12);
/** End times are exact to the second, but clocks differ by more. */
const AFTER_END_MS = minutes(1);
const PAGE = 200;
/** After this time, a member whose job was lost is found again. */
const AGAIN_MS = minutes(20);
const BUSY_MS = seconds(5);

export interface Checked extends Claimed {
  readonly name: NewName;
  readonly knowledge: Knowledge;
}

/**
 * Claims the roles that follow from a member's linked accounts. Returns `busy` if another process checks this member,
 * `left` if they have left, and `nothing` if there is nothing to do. For a requested check, the caller applies the
 * claims.
 */
export async function syncMember(
  ctx: Ctx,
  place: MemberKey,
  about: { readonly isAsked: boolean; readonly by?: UserId | undefined },
): Promise<Checked | 'busy' | 'left' | 'nothing'> {
  const until = new Date(ctx.clock.now().getTime() + TURN_MS);
  if (!(await claimTurn(ctx.db, place, ctx.clock.now(), until))) return 'busy';
  let next: Date | null = null;
  try {
    const sources = await listSources(ctx, place.serverId);
    const member = await findMember(ctx, place);
    if (!member) {
      await forgetAbsent(ctx, place);
      return 'left';
    }
    const knowledge = await learn(ctx, place.userId, sources);
    // Neither a creator nor an account connects the member to roles in this server any more.
    const isOver = sources.length === 0 && knowledge.accounts.length === 0;
    const { bitfield } = await planOf(ctx, place.serverId);
    const claimed = await claimStandings(ctx, place, {
      verdicts: judge(sources, knowledge.of, bitfield),
      has: member.roleIds,
      by: about.by,
      isAwaited: about.isAsked && !isOver,
    });
    const { accounts } = knowledge;
    const name = await nameMember(ctx, place, { member, accounts, isAsked: about.isAsked, bitfield });
    next = nextCheck(ctx, knowledge);
    if (!isOver) return { ...claimed, name, knowledge };
    await ctx.db.transaction((tx) => forgetMember(tx, place, until));
    return 'nothing';
  } finally {
    // Without this, news that arrived after this check read the facts would wait for the next regular check.
    if (await endTurn(ctx.db, place, { now: ctx.clock.now(), until, next })) await sweepSoon(ctx);
  }
}

function nextCheck(ctx: Ctx, { endsAt }: Knowledge): Date {
  const usual = ctx.clock.now().getTime() + EVERY_MS;
  return new Date(endsAt ? Math.min(usual, endsAt.getTime() + AFTER_END_MS) : usual);
}

/** Unknown member or user: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const gone: ReadonlySet<unknown> = new Set([10_007, 10_013]);

async function findMember(ctx: Ctx, place: MemberKey): Promise<Member | null> {
  try {
    return await ctx.discord.members.get(place);
  } catch (error) {
    if (error instanceof UpstreamError && (error.kind === 'gone' || gone.has(error.upstreamCode))) return null;
    throw error;
  }
}

const syncJob = defineJob({
  name: 'role-sync/sync',
  data: z.object({ serverId: ServerId, userId: UserId }),
  concurrency: 4,
  async run(ctx, place) {
    if ((await syncMember(ctx, place, { isAsked: false })) !== 'busy') return;
    // The running check notices this call when it ends. If it has just ended, the sweep notices the call.
    const now = ctx.clock.now();
    await callMembers(ctx.db, [place], now);
    await ctx.queue.send(sweepJob, {}, { startAfter: new Date(now.getTime() + BUSY_MS), singletonKey: 'busy' });
  },
});

const sweepJob = defineJob({
  name: 'role-sync/sweep',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    const now = ctx.clock.now();
    const due = await leaseDue(ctx.db, now, new Date(now.getTime() + AGAIN_MS), PAGE);
    await ctx.queue.sendMany(syncJob, due);
    if (due.length === PAGE) await sweepSoon(ctx);
  },
  schedule: '* * * * *',
});

/** Queues at most one job, even for many changes at once. */
export async function sweepSoon(ctx: Ctx, tx?: Db): Promise<void> {
  await ctx.queue.send(sweepJob, {}, { singletonKey: 'soon', ...(tx ? { tx } : {}) });
}

export const syncJobs = [syncJob, sweepJob] as const;
