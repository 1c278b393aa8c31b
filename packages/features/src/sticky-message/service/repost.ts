import { isDeepStrictEqual } from 'node:util';
import {
  type ChannelId,
  defaultLocale,
  hasFlag,
  type MessageDraft,
  type MessagePreview,
  type ServerId,
} from '@tally/contract';
import { type Ctx, days, minutes } from '@tally/kernel';
import { type Intention, intend, seenAs } from '@tally/pipeline/delivery';
import { loadBranding } from '../../branding/index.ts';
import { report } from '../../error-logs/index.ts';
import { listSummaries, planOf } from '../../servers/index.ts';
import { restingByPlan } from '../match.ts';
import { renderSticky } from '../render.ts';
import { findSticky, listStickies, lockSticky, pauseSticky, trackSticky } from '../store/stickies.ts';
import type { StickyRow, StickyText } from '../tables.ts';

export const OWNER = 'sticky-message';
export const KIND = 'sticky';
/** After this time people have written more, so a new attempt starts from the current state. */
const GIVE_UP_MS = minutes(10);
/** How long a pending removal is retried while Discord is down. */
export const CLEAN_UP_MS = days(7);

/** Posts the sticky if it is due and not already being sent. Safe to repeat. Returns when to call again, if needed. */
export async function repost(ctx: Ctx, channelId: ChannelId): Promise<Date | null> {
  const row = await findSticky(ctx.db, channelId);
  if (!row || !isWaiting(row)) return null;
  if (row.dueAt > ctx.clock.now()) return row.dueAt;
  const words = await composeSticky(ctx, row);
  if (words === 'resting') {
    await pauseSticky(ctx.db, row.id, 'planLimit');
    return null;
  }
  return await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now();
    const held = await lockSticky(tx, channelId);
    if (!held || held.id !== row.id || !isWaiting(held)) return null;
    if (held.dueAt > now || !isDeepStrictEqual(held.body, row.body)) return held.dueAt;
    const nothing = { seenCount: 0, firstSeenAt: null, dueAt: null };
    if (!words) {
      await trackSticky(tx, held.id, nothing);
      return null;
    }
    const round = held.round + 1;
    const dedupeKey = `${OWNER} ${held.id} ${round}`;
    await trackSticky(tx, held.id, { ...nothing, round, pendingKey: dedupeKey, pendingSince: now });
    await intend(ctx, tx, [
      {
        ...words,
        dedupeKey,
        owner: OWNER,
        kind: KIND,
        serverId: held.serverId,
        subject: held.id,
        channelId,
        detectedAt: now,
        giveUpAt: new Date(now.getTime() + GIVE_UP_MS),
      },
    ]);
    return null;
  });
}

type Waiting = StickyRow & { readonly dueAt: Date };

const isWaiting = (row: StickyRow): row is Waiting =>
  row.dueAt !== null && row.pendingKey === null && row.pausedBy === null && row.enabled;

type Words = Pick<Intention, 'payload' | 'identity' | 'lane'>;

/** Composes the sticky's message under the server's current plan. Null if there is nothing to show. */
async function composeSticky(ctx: Ctx, row: StickyRow): Promise<Words | 'resting' | null> {
  const { serverId } = row;
  const [{ bitfield, limits }, all] = await Promise.all([planOf(ctx, serverId), listStickies(ctx.db, serverId)]);
  const resting = new Set([...restingByPlan(all, limits.maxStickyMessages)].map((each) => each.id));
  if (!hasFlag(bitfield, 'StickyMessages') || resting.has(row.id)) {
    await report(ctx, serverId, {
      reason: 'planLimit',
      details: { what: `<#${row.channelId}>`, limit: limits.maxStickyMessages },
      action: { kind: 'upgrade', path: null, targetId: null },
    });
    return 'resting';
  }
  return await render(ctx, serverId, row.body);
}

async function render(ctx: Ctx, serverId: ServerId, body: StickyText): Promise<Words | null> {
  const [{ bitfield }, looks, shows] = await Promise.all([
    planOf(ctx, serverId),
    listSummaries(ctx, [serverId]),
    loadBranding(ctx, [serverId]),
  ]);
  const { payload, identity } = renderSticky({
    body,
    server: looks.get(serverId) ?? { name: '', iconUrl: null, memberCount: 0, locale: defaultLocale },
    now: ctx.clock.now(),
    mayHaveButtons: hasFlag(bitfield, 'UseCustomButtons'),
    mayHaveIdentity: hasFlag(bitfield, 'CustomWebhooks'),
    signature: shows(serverId, 'stickyMessage') ? ctx.config.SITE_NAME : null,
  });
  if (!payload) return null;
  if (!identity) return { payload };
  const { username, avatarUrl } = identity;
  return {
    payload,
    lane: 'webhook',
    identity: { username: username ?? ctx.config.SITE_NAME, avatarUrl: avatarUrl ?? null },
  };
}

/** Returns the text as it would be posted in its channel now. */
export async function preview(
  ctx: Ctx,
  serverId: ServerId,
  { message }: Pick<MessageDraft, 'message'>,
): Promise<MessagePreview> {
  const words = await render(ctx, serverId, message ?? {});
  return {
    payload: words?.payload ? { ...words.payload } : null,
    sender: await seenAs(ctx, serverId, words?.identity),
    shows: null,
    people: [],
    files: [],
  };
}
