import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import type { LoggedEvent } from '../match.ts';
import { lineUp, listTelling } from '../store.ts';
import { dueAfter, postSoon } from './post.ts';

/** Half a minute of messages, each as full as Discord takes it. What comes faster is counted. */
const MOST_WAITING = 100;

/** In the transaction in which the push is stored, which happens once. */
export async function log(ctx: Ctx, tx: Db, kickChannelId: string, event: LoggedEvent): Promise<void> {
  const telling = await listTelling(tx, kickChannelId, event.kind);
  const channels = await lineUp(tx, telling, { event, now: ctx.clock.now(), most: MOST_WAITING });
  for (const { postChannelId, postedAt } of channels)
    await postSoon(ctx, postChannelId, { tx, at: dueAfter(postedAt) });
}
