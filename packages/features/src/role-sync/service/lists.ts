import { type SyncPlatform, syncPlatforms } from '@tally/contract';
import { type Ctx, days, type SupporterList, seconds, UpstreamError } from '@tally/kernel';
import { listSupporters } from '@tally/pipeline/detection';
import type { LinkedAccount } from '../../connections/index.ts';
import { kindsOf, type Source } from '../match.ts';
import { dropFacts, saveFacts } from '../store/facts.ts';

export const isSynced = (platform: string): platform is SyncPlatform => syncPlatforms.some((each) => each === platform);

/** Long enough to check many members of a server in a row. */
const BELIEVED_MS = seconds(30);
/** The length of the shortest subscription; see docs/decisions/0097. */
const A_MONTH_MS = days(31);
const kinds = ['follower', 'subscriber'] as const;

/**
 * Some platforms cannot be queried about one person. Their creators may share their latest supporters, which we store.
 */
export async function readLists(
  ctx: Ctx,
  account: LinkedAccount & { readonly platform: SyncPlatform },
  sources: readonly Source[],
  onSilence: () => void,
): Promise<void> {
  const { platform } = account;
  const name = nameIn(account.accountId);
  if (name === null) return;
  for (const { channelId, settings } of sources) {
    const wanted = kinds.filter((kind) => kindsOf(settings).includes(kind));
    const lists = wanted.length > 0 ? await askOnce(ctx, { platform, channelId }, onSilence) : null;
    if (!lists) continue;
    const seenAt = ctx.clock.now();
    const place = { platform, channelId, accountId: account.accountId };
    await ctx.db.transaction(async (tx) => {
      const found = wanted.map((kind) => ({ kind, until: untilIn(lists[kind], { name, kind, now: seenAt }) }));
      await saveFacts(
        tx,
        found.flatMap(({ kind, until }) => (typeof until === 'object' ? [{ ...place, kind, seenAt, until }] : [])),
      );
      const ended = found.flatMap(({ kind, until }) => (until === 'no' ? [kind] : []));
      await dropFacts(tx, { ...place, kinds: ended, at: seenAt });
    });
  }
}

/**
 * Lists contain user names. If a person's account is a channel, only that channel is proven, and channels cannot
 * follow.
 */
const nameIn = (accountId: string): string | null => /^user\/(.+)$/.exec(accountId)?.[1]?.toLowerCase() ?? null;

/**
 * Returns until when a person counts, or null if no end is known. A list that shows only the latest people proves
 * nothing about others.
 */
function untilIn(
  list: SupporterList,
  { name, kind, now }: { name: string; kind: (typeof kinds)[number]; now: Date },
): Date | null | 'no' | 'unknown' {
  const since = list.since.get(name);
  if (since === undefined) return list.isWhole ? 'no' : 'unknown';
  if (kind === 'follower') return null;
  // A person in a complete list is still a supporter.
  return new Date((list.isWhole ? now : (since ?? now)).getTime() + A_MONTH_MS);
}

async function askOnce(
  ctx: Ctx,
  { platform, channelId }: { platform: SyncPlatform; channelId: string },
  onSilence: () => void,
) {
  try {
    return await ctx.cache.get(`role-sync/lists/${platform}/${channelId}`, BELIEVED_MS, () =>
      listSupporters(ctx, platform, channelId),
    );
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.info({ err: error, platform, channelId }, "A platform did not list a creator's supporters.");
    // If a creator's URL is refused, the platform itself may still work.
    if (error.kind !== 'denied') onSilence();
    return null;
  }
}
