import type { UserId } from '@tally/contract';
import { type Ctx, defineJob } from '@tally/kernel';
import { z } from 'zod';
import type { Db } from '../db/index.ts';
import { networkOf } from '../http/index.ts';
import { addTry, type Counted, deleteOf, deleteOver, findCount, takeOne } from './store.ts';

export interface Guess {
  /** The subject of the guess, such as `codeword gw_1`. */
  readonly about: string;
  readonly who: string;
  /** How many wrong answers are allowed. */
  readonly most: number;
  /** The period, which starts with the first wrong answer. */
  readonly withinMs: number;
}

export interface Judged {
  /** If false, do not compare: not even the right answer may succeed. */
  readonly isAllowed: boolean;
  /** How many wrong answers are left after this attempt. */
  readonly left: number;
  readonly freeAt: Date;
}

type Doors = Pick<Ctx, 'db' | 'clock'>;

export const personWho = (userId: UserId): string => `user ${userId}`;

/** Identifies a person on all devices. Without a login it is the network, signed so the table does not reveal it. */
export const guesserOf = ({ caller, client, secrets }: Pick<Ctx, 'caller' | 'client' | 'secrets'>): string =>
  caller.kind === 'user' ? personWho(caller.userId) : `network ${secrets.sign('tries', networkOf(client?.ip ?? ''))}`;

/**
 * Counts an attempt before its answer is compared. Counting later would let concurrent attempts through. After a right
 * answer call `returnTry`.
 */
export async function beginTry({ db, clock }: Doors, guess: Guess): Promise<Judged> {
  const now = clock.now();
  const counted = await addTry(db, guess, { now, until: new Date(now.getTime() + guess.withinMs) });
  return { isAllowed: counted.count <= guess.most, left: leftOf(guess, counted), freeAt: counted.until };
}

/** Returns whether another attempt is allowed. Counts nothing. */
export async function peekTries({ db, clock }: Doors, guess: Guess): Promise<Judged> {
  const found = await findCount(db, guess);
  const now = clock.now();
  if (!found || found.until <= now) return { isAllowed: true, left: guess.most, freeAt: now };
  return { isAllowed: found.count < guess.most, left: leftOf(guess, found), freeAt: found.until };
}

const leftOf = ({ most }: Guess, { count }: Counted): number => Math.max(0, most - count);

export const returnTry = async ({ db }: Pick<Doors, 'db'>, guess: Guess): Promise<void> => await takeOne(db, guess);

export const forgetTriesOf = async (tx: Db, userId: UserId): Promise<void> => await deleteOf(tx, personWho(userId));

/** apps/server registers it together with the jobs of the features. */
export const forgetOldTries = defineJob({
  name: 'tries/forget-old',
  data: z.object({}),
  schedule: '27 * * * *',
  concurrency: 1,
  run: async ({ db, clock }) => void (await deleteOver(db, clock.now())),
});
