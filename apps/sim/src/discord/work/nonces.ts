import type { SimClock } from '../../clock.ts';

/**
 * "Uniqueness is checked in the past few minutes" per author.
 * https://docs.discord.com/developers/resources/message#create-message
 */
const WINDOW_MS = 5 * 60_000;

export interface Nonces {
  find(said: Said): string | undefined;
  remember(said: Said, messageId: string): void;
  clear(): void;
}

/** Author, channel and text as one key. */
type Said = string & { readonly Said: unique symbol };

export const saidBy = (authorId: string, about: { channelId: string; nonce: string | number }): Said =>
  `${authorId}:${about.channelId}:${about.nonce}` as Said;

export function createNonces(clock: SimClock): Nonces {
  const known = new Map<string, { messageId: string; at: number }>();
  return {
    find(said) {
      const entry = known.get(said);
      return entry && clock.ms() - entry.at < WINDOW_MS ? entry.messageId : undefined;
    },
    remember(said, messageId) {
      known.set(said, { messageId, at: clock.ms() });
      // The oldest come first, because a map keeps the order of insertion.
      for (const [oldest, entry] of known) {
        if (clock.ms() - entry.at < WINDOW_MS) break;
        known.delete(oldest);
      }
    },
    clear: () => known.clear(),
  };
}
