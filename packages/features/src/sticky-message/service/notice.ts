import type { ChannelId, MessageId } from '@tally/contract';
import { gather } from '@tally/infra/batch';
import { knownSet } from '@tally/infra/cache';
import { type Ctx, minutes, seconds } from '@tally/kernel';
import { afterMessages, isLater, USUAL_DELAY_SECONDS } from '../match.ts';
import { lockStickies, type Seen, saveSeen } from '../store/seen.ts';
import { listDelays, listWatched } from '../store/stickies.ts';
import type { StickyRow } from '../tables.ts';
import { callWhenDue } from './due.ts';

/** Channels with an active sticky. The list is reloaded when a sticky is added, removed or paused. */
const watched = knownSet<ChannelId>('sticky-message/watched', minutes(1), (ctx) => listWatched(ctx.db));
export const { peek: peekWatched, forget: forgetWatched } = watched;

interface Message {
  readonly channelId: ChannelId;
  readonly messageId: MessageId;
}

export interface Written extends Message {
  /**
   * True if a bot or a webhook wrote the message. Otherwise two bots with stickies in one channel would answer each
   * other forever.
   */
  readonly isMachine: boolean;
}

/** Handles a new message. Resolves only once the message is counted, so the gateway repeats the event after a crash. */
export async function noticeMessage(ctx: Ctx, { channelId, messageId, isMachine }: Written): Promise<void> {
  if (isMachine || !(await watched.list(ctx)).has(channelId)) return;
  await countTogether(ctx, { channelId, messageId });
}

/** Counts many messages in one transaction during a flood. A single message does not wait. */
const countTogether = gather<Message>({ name: 'sticky-message/messages', write: countMessages });

/** Counts messages. The gateway repeats events after a crash, so a counted message is not counted again. */
async function countMessages(ctx: Ctx, messages: readonly Message[]): Promise<void> {
  const written = Map.groupBy(messages, ({ channelId }) => channelId);
  await ctx.db.transaction(async (tx) => {
    const rows = await lockStickies(tx, [...written.keys()]);
    const delays = await listDelays(tx, [...new Set(rows.map((row) => row.serverId))]);
    const counted = rows.flatMap((row) => {
      const delaySeconds = row.delaySeconds ?? delays.get(row.serverId) ?? USUAL_DELAY_SECONDS;
      const ids = written.get(row.channelId)?.map(({ messageId }) => messageId) ?? [];
      const seen = seenIn(ctx, row, { ids, delaySeconds });
      return seen ? [{ row, seen }] : [];
    });
    await saveSeen(
      tx,
      counted.map(({ seen }) => seen),
    );
    for (const { row, seen } of counted) {
      // A job that is already waiting reads the new due time when it runs.
      if (row.dueAt === null && seen.dueAt) await callWhenDue(ctx, row.channelId, { at: seen.dueAt, tx });
      else if (row.dueAt && seen.dueAt && seen.dueAt < row.dueAt)
        await callWhenDue(ctx, row.channelId, { at: seen.dueAt, tx });
    }
  });
}

function seenIn(ctx: Ctx, row: StickyRow, about: { ids: readonly MessageId[]; delaySeconds: number }): Seen | null {
  const fresh = about.ids.filter((id) => isLater(id, row.lastSeenId));
  const [first] = fresh;
  if (!first) return null;
  const lastSeenId = fresh.reduce((latest, id) => (isLater(id, latest) ? id : latest), first);
  const timing = afterMessages(row, {
    count: fresh.length,
    delayMs: seconds(about.delaySeconds),
    now: ctx.clock.now(),
  });
  return { id: row.id, lastSeenId, ...timing };
}
