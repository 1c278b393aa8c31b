import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Channel, Ctx } from '@tally/kernel';
import { unwatch, watch } from '@tally/pipeline/detection';
import { dropClaims } from '@tally/pipeline/roles';
import type { AccountChange } from '../../connections/index.ts';
import { kinds, LINKED_ON } from '../match.ts';
import { deleteLink, findLink, listLinks, saveLink, setWatched } from '../store/links.ts';
import type { LinkRow } from '../tables.ts';
import { isNeeded } from './linked.ts';
import { reviseLinkedSoon } from './revise-linked.ts';

const REASON = 'live-role';
const AT_ONCE = 500;

/** Handles a change of a linked account. It is safe to repeat. */
export async function accountChanged(ctx: Ctx, { kind, account }: AccountChange): Promise<void> {
  if (account.platform !== LINKED_ON) return;
  const { userId, accountId: channelId, username: name, displayName } = account;
  const former = await findLink(ctx.db, userId);
  if (former && (kind === 'unlinked' || former.channelId !== channelId)) await letGo(ctx, former, 'forget');
  if (kind === 'unlinked') return;
  await ctx.db.transaction((tx) => saveLink(tx, { userId, channelId, name, displayName }));
  await syncWatches(ctx);
  // The owner may already be live.
  await reviseLinkedSoon(ctx);
}

export async function forgetLink(ctx: Ctx, userId: UserId): Promise<void> {
  const link = await findLink(ctx.db, userId);
  if (link) await letGo(ctx, link, 'forget');
}

/** Watches the channels of linked people, if Discord does not show us their streams. */
export async function syncWatches(ctx: Ctx): Promise<void> {
  const needed = await isNeeded(ctx);
  for (;;) {
    const others = await listLinks(ctx.db, !needed, AT_ONCE);
    for (const link of others) {
      if (needed) await ctx.db.transaction((tx) => follow(ctx, tx, link));
      else await letGo(ctx, link, 'keep');
    }
    if (others.length < AT_ONCE) return;
  }
}

async function follow(ctx: Ctx, tx: Db, { userId, channelId, name, displayName }: LinkRow): Promise<void> {
  const url = `https://www.twitch.tv/${name}`;
  const channel: Channel = {
    platform: LINKED_ON,
    id: channelId,
    name,
    displayName,
    avatarUrl: null,
    followers: null,
    url,
  };
  await watch(ctx, tx, { channel, reason: REASON, holder: userId });
  await setWatched(tx, userId, true);
}

/** Removes roles that came from the link, unless the member's presence also earns them. */
async function letGo(ctx: Ctx, { userId, channelId }: LinkRow, what: 'keep' | 'forget'): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await unwatch(tx, { platform: LINKED_ON, channelId, reason: REASON, holder: userId });
    await (what === 'forget' ? deleteLink(tx, userId) : setWatched(tx, userId, false));
    await dropClaims(ctx, tx, { kinds: [kinds.linked], userIds: [userId] });
  });
}
