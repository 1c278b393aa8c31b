import { defineFeature, type Feature } from '@tally/kernel';
import { type MessagePayload, noMentions } from '@tally/message/discord';
import type { Composition } from '@tally/pipeline/delivery';
import { nonceOf as realNonceOf } from '../../../packages/pipeline/src/delivery/sending/nonce.ts';
import type { Delivered } from '../../../packages/pipeline/src/delivery/store/journal.ts';
import type { Delivery, DeliveryFacts } from '../../../packages/pipeline/src/delivery/tables.ts';

export const OWNER = 'simulated';

/** The first word of a message: the key of its row, or a word that it shares with other rows. */
export const wordOf = ({ dedupeKey, about }: Pick<Delivery, 'dedupeKey' | 'about'>): string =>
  typeof about.word === 'string' ? about.word : dedupeKey;

const nonces = new Map<string, string>();
/** Caches the nonces, because there are few keys and the checks run at every step. */
export function nonceOf(dedupeKey: string): string {
  const nonce = nonces.get(dedupeKey) ?? realNonceOf(dedupeKey);
  nonces.set(dedupeKey, nonce);
  return nonce;
}

/** The text of a message is derived from the facts of its row. */
export const payloadOf = (dedupeKey: string, about: DeliveryFacts): MessagePayload => {
  const { v = 0, ping = false } = about;
  return {
    content: `${wordOf({ dedupeKey, about })} v${String(v)}`,
    allowed_mentions: ping ? { ...noMentions, parse: ['everyone'] } : noMentions,
  };
};

export class OwnerAwayError extends Error {}

export interface OwnerOptions {
  /** Returns true if the feature is unavailable. */
  readonly isAway: (what: string) => boolean;
  /** Resolves after the feature's processing time, which may be long. */
  readonly think: (what: string) => Promise<void>;
  readonly answered: (row: Delivery, answer: Composition | null) => void;
  readonly told: (delivery: Delivered) => void;
}

/** A feature that composes messages from its rows and receives the outcomes, as real features do. */
export function createOwner({ isAway, think, answered, told }: OwnerOptions): Feature {
  return defineFeature({
    name: OWNER,
    deliveries: {
      async compose(_ctx, rows) {
        await think('owner composes');
        if (isAway('composes')) {
          for (const row of rows) answered(row, null);
          throw new OwnerAwayError('the owner cannot be asked');
        }
        return rows.map((row) => {
          const answer = compose(row);
          answered(row, answer);
          return answer;
        });
      },
      async delivered(_ctx, deliveries) {
        await think('owner hears');
        if (isAway('hears')) throw new OwnerAwayError('the owner cannot hear');
        for (const each of deliveries) told(each);
      },
    },
  });
}

function compose({ dedupeKey, about }: Delivery): Composition {
  if (about.skip === true) return { kind: 'skip', reason: 'quietHours' };
  return {
    kind: 'send',
    payload: payloadOf(dedupeKey, about),
    identity: about.face === true ? { username: 'Ada', avatarUrl: null } : null,
    publish: about.publish === true,
    thread: about.thread === true ? 'talk' : null,
  };
}
