import type { DeliveryReason } from '@tally/contract';
import { type Ctx, minutes } from '@tally/kernel';
import type { MessagePayload } from '@tally/message/discord';
import type { Delivery } from './tables.ts';

const AFTER_BUG_MS = minutes(1);

/** Another name and picture than the bot's: the message goes through a webhook. */
export interface Identity {
  readonly username: string;
  readonly avatarUrl: string | null;
}

/** What an owner says of a message that is about to be sent. */
export type Composition =
  | {
      readonly kind: 'send';
      readonly payload: MessagePayload;
      /** Absent or null: the bot's own. */
      readonly identity?: Identity | null | undefined;
      /** Publish it where the channel is one for announcements. */
      readonly publish?: boolean | undefined;
      /** What is to stand there in the end: where Discord takes few edits, one is kept for it. */
      readonly isLast?: boolean | undefined;
      /** The name of a thread to open under it. */
      readonly thread?: string | null | undefined;
    }
  /** Not posted, with the reason; one that stands already stays as it is. */
  | {
      readonly kind: 'skip';
      readonly reason: DeliveryReason;
      readonly values?: Readonly<Record<string, string | number>> | undefined;
    }
  /** Asked again then. */
  | { readonly kind: 'wait'; readonly until: Date };

/**
 * What each row shall say now. Rows that carry a ready payload say that; the others are composed by their owners,
 * each of whom is asked once for the whole batch.
 */
export async function composeAll(ctx: Ctx, rows: readonly Delivery[]): Promise<Map<Delivery, Composition>> {
  const composed = new Map<Delivery, Composition>();
  const toAsk: Delivery[] = [];
  for (const row of rows) {
    if (row.payload) composed.set(row, ready(row, row.payload));
    else toAsk.push(row);
  }
  for (const [owner, theirs] of Map.groupBy(toAsk, (row) => row.owner)) {
    const compositions = await askOwner(ctx, owner, theirs);
    for (const [index, row] of theirs.entries()) composed.set(row, compositions[index] as Composition);
  }
  return composed;
}

const ready = ({ identity, publish, thread }: Delivery, payload: MessagePayload): Composition => ({
  kind: 'send',
  payload,
  identity,
  publish,
  thread,
});

async function askOwner(ctx: Ctx, owner: string, rows: readonly Delivery[]): Promise<readonly Composition[]> {
  const feature = ctx.features.find((each) => each.name === owner);
  if (!feature?.compose) throw new Error(`${owner} left a message to be composed and composes none.`);
  try {
    const compositions = await feature.compose(ctx, rows);
    if (compositions.length === rows.length) return compositions;
    throw new Error(`${owner} composed ${compositions.length} messages, asked for ${rows.length}.`);
  } catch (error) {
    ctx.log.error({ err: error, owner, deliveries: rows.map((row) => row.id) }, 'messages could not be composed');
    if (rows.length === 1) return [{ kind: 'wait', until: new Date(ctx.clock.now().getTime() + AFTER_BUG_MS) }];
    // One that cannot be said must not hold up the others.
    const alone: Composition[] = [];
    for (const row of rows) alone.push(...(await askOwner(ctx, owner, [row])));
    return alone;
  }
}
