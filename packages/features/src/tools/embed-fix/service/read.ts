import { type PageLink, pathOf } from '@tally/contract';
import { type Ctx, hours, type LinkedPage, minutes, seconds, UpstreamError } from '@tally/kernel';

/**
 * `silent`: Kick did not answer in time, and we have no earlier answer. `blocked`: hidden in our country, but others
 * may see it.
 */
export type Reading = LinkedPage | 'unknown' | 'silent' | 'blocked';

/** Crawlers expect an answer within a second or two. */
const KICK_MS = seconds(1);
const KEPT_MS = hours(1);
/** A stream's viewer count changes quickly, but a clip hardly changes. */
const freshMs = { channel: minutes(1), clip: minutes(10), video: minutes(10) } as const;
/** After this many periods, an older answer is no longer used. */
const OLDER = 5;

/** Returns a Kick page, or a recent answer about it. */
export async function readPage(ctx: Ctx, link: PageLink): Promise<Reading> {
  const period = Math.floor(ctx.clock.now().getTime() / freshMs[link.kind]);
  const keyAt = (which: number) => `embed-fix/pages/${pathOf(link)}/${which}`;
  const asked = ctx.cache
    .get(keyAt(period), KEPT_MS, async () => await ask(ctx, link))
    .catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
      ctx.log.debug({ err: error, link }, 'A page of Kick could not be read');
      return undefined;
    });
  const fresh = await ctx.timers.within(KICK_MS, asked);
  if (fresh) return fresh;
  for (let back = 1; back <= OLDER; back += 1) {
    const older = ctx.cache.peek(keyAt(period - back));
    if (older) return older as Reading;
  }
  return 'silent';
}

async function ask(ctx: Ctx, link: PageLink): Promise<Reading> {
  const pages = ctx.platforms.with('pages').get('kick');
  if (!pages) return 'silent';
  return (await pages.readPage(link)) ?? 'unknown';
}
