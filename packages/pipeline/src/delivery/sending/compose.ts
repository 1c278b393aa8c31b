import type { DeliveryReason } from '@tally/contract';
import { type Ctx, minutes } from '@tally/kernel';
import type { MessagePayload } from '@tally/message/discord';
import { ownerNamed } from '../owner.ts';
import type { Delivery } from '../tables.ts';

const AFTER_BUG_MS = minutes(1);

/** A custom name and avatar. A message with an identity is sent through a webhook. */
export interface Identity {
  readonly username: string;
  readonly avatarUrl: string | null;
}

/** An owner's decision about a message that is about to be sent. */
export type Composition =
  | {
      readonly kind: 'send';
      readonly payload: MessagePayload;
      /** If missing or null, the bot's own identity is used. */
      readonly identity?: Identity | null | undefined;
      /** Publishes the message if the channel is an announcement channel. */
      readonly publish?: boolean | undefined;
      /** True for the final text. Where Discord allows few edits, one is reserved for it. */
      readonly isLast?: boolean | undefined;
      /** The name of a thread to open on the message. */
      readonly thread?: string | null | undefined;
    }
  /** The message is not posted, for this reason. If it is already posted, it stays as it is. */
  | {
      readonly kind: 'skip';
      readonly reason: DeliveryReason;
      readonly values?: Readonly<Record<string, string | number>> | undefined;
    }
  /** The owner composes the message again at this time. */
  | { readonly kind: 'wait'; readonly until: Date };

/** `unasked` means that the owner failed to compose the message. It tries again at this time. */
export type Answer = Composition | { readonly kind: 'unasked'; readonly until: Date };

/**
 * Returns the current content of each row. Rows with a ready payload use it. Owners compose the others, with one call
 * per owner for the whole batch.
 */
export async function composeAll(ctx: Ctx, rows: readonly Delivery[]): Promise<Map<Delivery, Answer>> {
  const composed = new Map<Delivery, Answer>();
  const toAsk: Delivery[] = [];
  for (const row of rows) {
    if (row.payload) composed.set(row, ready(row, row.payload));
    else toAsk.push(row);
  }
  for (const [owner, theirs] of Map.groupBy(toAsk, (row) => row.owner)) {
    const compositions = await askOwner(ctx, owner, theirs);
    for (const [index, row] of theirs.entries()) composed.set(row, compositions[index] as Answer);
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

async function askOwner(ctx: Ctx, owner: string, rows: readonly Delivery[]): Promise<readonly Answer[]> {
  const { compose } = ownerNamed(ctx, owner) ?? {};
  if (!compose) throw new Error(`${owner} left a message to be composed and composes none.`);
  try {
    const compositions = await compose(ctx, rows);
    if (compositions.length === rows.length) return compositions;
    throw new Error(`${owner} composed ${compositions.length} messages, asked for ${rows.length}.`);
  } catch (error) {
    ctx.log.error({ err: error, owner, deliveries: rows.map((row) => row.id) }, 'messages could not be composed');
    if (rows.length === 1) return [{ kind: 'unasked', until: new Date(ctx.clock.now().getTime() + AFTER_BUG_MS) }];
    // One row that cannot be composed must not delay the others.
    const alone: Answer[] = [];
    for (const row of rows) alone.push(...(await askOwner(ctx, owner, [row])));
    return alone;
  }
}
