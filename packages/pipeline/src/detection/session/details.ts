import type { Db } from '@tally/infra/db';
import { type Ctx, type StreamDetails, UpstreamError } from '@tally/kernel';
import { clean } from '../clean.ts';
import { lockChannel } from '../store/channels.ts';
import { findLatestSession, findSession, keepSessions } from '../store/sessions.ts';
import type { SessionRow } from '../tables.ts';
import { withCategory } from './session.ts';

/** The push of a start often lacks title and category. */
export const lacksDetails = ({ title, category }: Pick<StreamDetails, 'title' | 'category'>): boolean =>
  title === null || category === null;

/** Requests details that the push of a start left out. Returns false if some are still missing. */
export async function learnDetails(ctx: Ctx, sessionId: string): Promise<boolean> {
  const session = await findSession(ctx.db, sessionId);
  if (!session) return true;
  const details = await ask(ctx, session);
  if (!details) return false;
  await ctx.db.transaction(async (tx) => await fillIn(ctx, tx, { before: session, told: details }));
  return !lacksDetails(details);
}

/** The stream is certainly live, and details that do not arrive in time are edited in later. */
async function ask(ctx: Ctx, { platform, channelId }: SessionRow): Promise<StreamDetails | null> {
  try {
    const details = await ctx.platforms.with('details').get(platform)?.detailsOf(channelId);
    return details ? clean(details) : null;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.warn(
      { err: error, platform, channel: channelId },
      'a stream that has just started is told without its title',
    );
    return null;
  }
}

/** Observations made during our request are newer than the platform's response. */
async function fillIn(ctx: Ctx, tx: Db, { before, told }: { before: SessionRow; told: StreamDetails }): Promise<void> {
  const { id, platform, channelId } = before;
  await lockChannel(tx, platform, channelId);
  const latest = await findLatestSession(tx, platform, channelId);
  if (latest?.id !== id) return;
  const newest = (key: 'title' | 'category' | 'language'): string | null => {
    const seen = latest.details[key];
    return seen === before.details[key] ? (told[key] ?? seen) : seen;
  };
  const learnt = { title: newest('title'), category: newest('category'), language: newest('language') };
  const details = { ...latest.details, ...learnt };
  const since = latest.categories.length === 0 ? latest.startedAt : ctx.clock.now();
  const categories = withCategory(latest.categories, details, since);
  await keepSessions(tx, { changed: new Map([[id, { details, categories }]]) });
}
