import type { PlatformToLink } from '@tally/contract';
import { type Ctx, hours, UpstreamError } from '@tally/kernel';
import { listTopics } from '@tally/pipeline/detection';
import { personChanged } from '../../account/index.ts';
import { listUnchecked, renameAccount } from '../store/accounts.ts';
import { deleteChats, listExpiredChats, listRequested } from '../store/heard.ts';
import { deleteOld } from '../store/proofs.ts';
import { announce } from './change.ts';
import { clean } from './keep.ts';
import { nameOf } from './platform.ts';
import { renew } from './token.ts';

/** The reasons for one check a day are in docs/decisions/0077. */
const CHECKED_EVERY_MS = hours(24);
/** Runs every ten minutes, so this covers 70,000 people a day without a burst after a day of downtime. */
const AT_ONCE = 500;
const CODES_KEPT_MS = hours(1);
const CHATS_AT_ONCE = 200;

/** Renews permissions that were unused for a day. This detects revoked ones and updates the accounts' names. */
export async function checkGrants(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - CHECKED_EVERY_MS);
  const down = new Set<string>();
  for (const row of await listUnchecked(ctx.db, since, AT_ONCE)) {
    if (signal.aborted) return;
    if (down.has(row.platform)) continue;
    try {
      const token = await renew(ctx, row);
      const told = token && (await ctx.platforms.with('login').get(row.platform)?.whoIs(token.accessToken));
      if (told?.id !== row.accountId) continue;
      const named = { username: clean(told.name), displayName: clean(told.displayName) };
      if (named.username === row.username && named.displayName === row.displayName) continue;
      await ctx.db.transaction(async (tx) => {
        if (await renameAccount(tx, row, named)) await announce(ctx, tx, 'renamed', { ...row, ...named });
        await personChanged(ctx, row.userId);
      });
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      // The platform would fail for other tokens, too, so the next run retries them.
      down.add(row.platform);
      ctx.log.warn({ err: error, platform: row.platform }, `${nameOf(ctx, row.platform)} does not renew permissions.`);
    }
  }
}

/** Unsubscribes from chats that are no longer needed, and deletes expired attempts and codes. */
export async function leaveChats(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  await deleteOld(ctx.db, now, new Date(now.getTime() - CODES_KEPT_MS));
  const over = Map.groupBy(await listExpiredChats(ctx.db, now, CHATS_AT_ONCE), ({ platform }) => platform);
  for (const [platform, chats] of over)
    await leave(
      ctx,
      platform,
      chats.map(({ channelId }) => channelId),
      now,
    );
}

/** Unsubscribes before deleting the rows, so the next run retries if the platform fails. */
async function leave(ctx: Ctx, platform: PlatformToLink, channelIds: readonly string[], now: Date): Promise<void> {
  const topics = await listTopics(ctx.db, platform, channelIds);
  const logged = new Set(channelIds.filter((channelId) => topics.get(channelId)?.includes('moderation')));
  const chat = ctx.platforms.with('chat').get(platform);
  await chat?.leaveChats(channelIds, logged);
  await deleteChats(ctx.db, platform, channelIds, now);
  // A feature may have requested a chat again while we unsubscribed.
  const wanted = await listRequested(ctx.db, platform, channelIds);
  if (wanted.length > 0) await chat?.hearChats(wanted);
}
