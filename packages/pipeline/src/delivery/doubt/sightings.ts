import type { ChannelId, MessageId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { type Lost, listInDoubt, rememberLosses, rememberSighting, sight } from '../store/sightings.ts';
import { printOf } from './print.ts';

export interface Sighting {
  readonly messageId: MessageId;
  readonly channelId: ChannelId;
  readonly nonce: string | null;
  readonly webhookId: string | null;
  readonly content: string;
  readonly embeds: Parameters<typeof printOf>[0]['embeds'];
}

/**
 * One of our messages arrived over the gateway, so people can see it. If the reply to the call was lost, this shows
 * that the call arrived.
 */
export async function sawMessage(ctx: Ctx, sighting: Sighting): Promise<void> {
  const now = ctx.clock.now();
  await rememberSighting(ctx.db, sighting, now);
  if (sighting.webhookId === null) return;
  const print = printOf(sighting);
  for (const row of await listInDoubt(ctx.db, sighting.channelId)) {
    if (row.lane === 'webhook' && row.sent && printOf(row.sent) === print)
      return await sight(ctx.db, row.id, sighting.messageId, now);
  }
}

interface Line {
  /** Deletions that arrived while a statement is running. */
  readonly waiting: Lost[];
  next: Promise<void> | null;
  atWork: Promise<void>;
}
const lines = new WeakMap<object, Line>();

/**
 * Handles deleted messages, some of which may be ours with the reply still missing. Almost all belong to others, and a
 * moderator who clears a channel deletes hundreds. So deletions that arrive during one statement share the next.
 */
export async function lostMessages(ctx: Pick<Ctx, 'db'>, lost: readonly Lost[]): Promise<void> {
  const line = lines.get(ctx.db) ?? { waiting: [], next: null, atWork: Promise.resolve() };
  lines.set(ctx.db, line);
  line.waiting.push(...lost);
  line.next ??= writeAll(ctx, line);
  await line.next;
}

async function writeAll({ db }: Pick<Ctx, 'db'>, line: Line): Promise<void> {
  // Its failure was already reported to the callers that waited for it.
  await line.atWork.catch(() => undefined);
  line.next = null;
  line.atWork = rememberLosses(db, line.waiting.splice(0));
  await line.atWork;
}
