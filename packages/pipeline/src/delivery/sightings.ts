import type { ChannelId, MessageId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { printOf } from './print.ts';
import { listInDoubt, type Lost, rememberLosses, rememberSighting, sight } from './store/sightings.ts';

export interface Sighting {
  readonly messageId: MessageId;
  readonly channelId: ChannelId;
  readonly nonce: string | null;
  readonly webhookId: string | null;
  readonly content: string;
  readonly embeds: Parameters<typeof printOf>[0]['embeds'];
}

/**
 * A message of ours came over the gateway: people can see it. Where the reply to the call is lost, this is how we know
 * that it stands.
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
  /** What waits for the statement at work. */
  readonly waiting: Lost[];
  next: Promise<void> | null;
  atWork: Promise<void>;
}
const lines = new WeakMap<object, Line>();

/**
 * Messages were deleted, maybe some of ours before we knew that they stood. Nearly always they are somebody else's, and
 * a moderator who clears a channel deletes hundreds: whatever comes while a statement is at work is one statement.
 */
export async function lostMessages(ctx: Pick<Ctx, 'db'>, lost: readonly Lost[]): Promise<void> {
  const line = lines.get(ctx.db) ?? { waiting: [], next: null, atWork: Promise.resolve() };
  lines.set(ctx.db, line);
  line.waiting.push(...lost);
  line.next ??= writeAll(ctx, line);
  await line.next;
}

async function writeAll({ db }: Pick<Ctx, 'db'>, line: Line): Promise<void> {
  // Whoever waited for that one has been told how it went.
  await line.atWork.catch(() => undefined);
  line.next = null;
  line.atWork = rememberLosses(db, line.waiting.splice(0));
  await line.atWork;
}
