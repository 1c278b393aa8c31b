import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import type { Heard } from '@tally/pipeline/detection';
import { banEvent, followEvent, giftEvent, kicksEvent, type LoggedEvent, subscriptionEvent } from '../match.ts';
import { lineUp, listTelling, type Waiting } from '../store.ts';
import { dueAfter, PAUSE_MS, postSoon } from './post.ts';

/** Enough for half a minute of full messages. Events beyond that are only counted. */
const MOST_WAITING = 100;
/** During an outage of Discord, events are late but not more frequent, so more of them may wait. */
const MOST_IN_AN_OUTAGE = 1_000;

export async function heard(ctx: Ctx, tx: Db, heard: Heard): Promise<void> {
  switch (heard.kind) {
    case 'moderation':
      return await log(ctx, tx, heard.ban.channelId, banEvent(heard.ban));
    case 'gift':
      return await log(ctx, tx, heard.gift.channelId, giftEvent(heard.gift));
    case 'subscription':
      return await log(ctx, tx, heard.news.channelId, subscriptionEvent(heard.news));
    case 'kicks':
      return await log(ctx, tx, heard.kicks.channelId, kicksEvent(heard.kicks));
    case 'follow':
      return await log(ctx, tx, heard.follow.channelId, followEvent(heard.follow));
    case 'chat':
    case 'ban':
    case 'revoked':
      return;
    default:
      return heard satisfies never;
  }
}

/** Logs an event in the transaction that stores its push, so each event is logged once. */
async function log(ctx: Ctx, tx: Db, kickChannelId: string, event: LoggedEvent): Promise<void> {
  const telling = await listTelling(tx, kickChannelId, event.kind);
  const now = ctx.clock.now();
  const isHeldUp = ({ writingSince }: Waiting) =>
    writingSince !== null && now.getTime() - writingSince.getTime() > PAUSE_MS;
  const mostOf = (turn: Waiting) => (isHeldUp(turn) ? MOST_IN_AN_OUTAGE : MOST_WAITING);
  for (const { postChannelId, postedAt, writingSince } of await lineUp(tx, telling, { event, now, mostOf })) {
    // A message that is being sent queues the next one when it is done.
    if (!writingSince) await postSoon(ctx, postChannelId, { tx, at: dueAfter(postedAt) });
  }
}
