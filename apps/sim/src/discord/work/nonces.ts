import type { SimClock } from '../../clock.ts';

/**
 * "Uniqueness is checked in the past few minutes" per author.
 * https://docs.discord.com/developers/resources/message#create-message
 */
const WINDOW_MS = 5 * 60_000;

export interface Nonces {
  find(authorId: string, channelId: string, nonce: string | number): string | undefined;
  remember(authorId: string, channelId: string, nonce: string | number, messageId: string): void;
  clear(): void;
}

export function createNonces(clock: SimClock): Nonces {
  const known = new Map<string, { messageId: string; at: number }>();
  const key = (authorId: string, channelId: string, nonce: string | number) => `${authorId}:${channelId}:${nonce}`;
  return {
    find(authorId, channelId, nonce) {
      const entry = known.get(key(authorId, channelId, nonce));
      return entry && clock.ms() - entry.at < WINDOW_MS ? entry.messageId : undefined;
    },
    remember(authorId, channelId, nonce, messageId) {
      known.set(key(authorId, channelId, nonce), { messageId, at: clock.ms() });
      // Oldest first: a map keeps the order of insertion.
      for (const [oldest, entry] of known) {
        if (clock.ms() - entry.at < WINDOW_MS) break;
        known.delete(oldest);
      }
    },
    clear: () => known.clear(),
  };
}
