import type { Composition } from '@tally/pipeline/delivery';
import type { Delivery } from '../../../packages/pipeline/src/delivery/tables.ts';
import { keyOf, type Standing } from '../world/discord.ts';
import type { World } from '../world/life.ts';

/** What is true at every step. */
export interface Truths {
  /** A call leaves for Discord. */
  readonly leaves: (call: string, key: string | null) => void;
  readonly posted: (message: Standing) => void;
  readonly answered: (row: Delivery, answer: Composition | null) => void;
  readonly changed: () => void;
}

export function createTruths(world: World): Truths {
  const { database, discord, violate, weather } = world;
  const rowOf = (key: string): Delivery | undefined =>
    [...database.tables.deliveries.values()].find(({ dedupeKey }) => dedupeKey === key);
  const answers = new Map<string, Composition | null>();
  /** Rows that are over, with the version that was refused. */
  const over = new Map<string, number>();
  let seen = -1;
  return {
    leaves(call, key) {
      const row = key ? rowOf(key) : undefined;
      if (!row || (call !== 'create' && call !== 'execute')) return;
      if (over.get(row.id) === row.version)
        violate('refusedIsOver', `a ${call} leaves for ${key}, which is ${row.state}`);
      if (row.payload) return;
      const answer = answers.get(row.id);
      if (answer === null) violate('askedFor', `a ${call} leaves for ${key}, whose owner could not be asked`);
    },
    posted(message) {
      const key = keyOf(message.content);
      const standing = discord.standing(key);
      if (standing.length > 1) violate('oneMessage', `${key} stands ${standing.length} times`);
      const row = rowOf(key);
      if (row && row.channelId !== message.channelId && row.messageId === null && row.inDoubtSince !== null)
        violate('rightPlace', `${key} stands in ${message.channelId}, its row names ${row.channelId}`);
    },
    answered: (row, answer) => void answers.set(row.id, answer),
    changed() {
      if (seen === database.changes) return;
      seen = database.changes;
      for (const { id, state, nextAttemptAt, version } of database.tables.deliveries.values())
        if (nextAttemptAt === null && (state === 'failed' || state === 'skipped')) over.set(id, version);
      if (weather.skewsMs.every((skew) => skew === 0)) oneUnderWay(world);
    },
  };
}

/** Of one channel at most one row is leased, and no message belongs to two rows. */
function oneUnderWay({ database, nowMs, violate }: World): void {
  const [channels, messages] = [new Set<string>(), new Set<string>()];
  for (const { channelId, messageId, leaseUntil, dedupeKey } of database.tables.deliveries.values()) {
    if (messageId) {
      if (messages.has(messageId)) violate('oneMessage', `${messageId} belongs to two rows, one is ${dedupeKey}`);
      messages.add(messageId);
    }
    if (!leaseUntil || leaseUntil.getTime() <= nowMs()) continue;
    if (channels.has(channelId)) violate('oneUnderWay', `two rows of ${channelId} are leased, one is ${dedupeKey}`);
    channels.add(channelId);
  }
}
