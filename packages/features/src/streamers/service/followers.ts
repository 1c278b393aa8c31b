import type { Channel, Ctx } from '@tally/kernel';
import { pageFollowing } from '../store/followers.ts';
import type { Follower } from '../tables.ts';

/** How many rows are read, decided and written together. Enough to fill a statement, and few enough for the memory. */
const FOLLOWERS_AT_ONCE = 5_000;

/** Reads the next page, which may be twice as long, while the current one is processed. */
export async function* eachFollowerPage(
  ctx: Ctx,
  { platform, id: channelId }: Pick<Channel, 'platform' | 'id'>,
  about: { first?: number | undefined; most?: number; areMembers?: boolean } = {},
): AsyncGenerator<readonly Follower[]> {
  const { most = FOLLOWERS_AT_ONCE, first = most, areMembers = false } = about;
  let limit = first;
  const read = (after: string | null) => pageFollowing(ctx.db, { platform, channelId, after, limit, areMembers });
  let reading: Promise<readonly Follower[]> | null = read(null);
  while (reading) {
    const page: readonly Follower[] = await reading;
    const last = page.at(-1);
    const isMore = page.length === limit;
    limit = Math.min(limit * 2, most);
    reading = last && isMore ? read(last.id) : null;
    // A caller that stops early never awaits the next page. Its failure must not crash the process.
    reading?.catch(() => undefined);
    if (page.length > 0) yield page;
  }
}
