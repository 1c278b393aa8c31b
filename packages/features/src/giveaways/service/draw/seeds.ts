import { commitmentOf } from '@tally/draw';
import type { Ctx } from '@tally/kernel';

/** Ties each seed to its draw, so a copy in another draw's row cannot be decrypted. */
const purposeOf = (giveawayId: string, number: number): string => `giveaway-seed:${giveawayId}:${number}`;

type Which = { readonly giveawayId: string; readonly number: number };

/** Creates a seed, which stays secret until its draw has ended. Its public commitment rules out a later change. */
export function newSeed(ctx: Ctx, { giveawayId, number }: Which): Which & { commitment: string; seed: string } {
  const seed = Buffer.from(ctx.random.bytes(32)).toString('hex');
  return {
    giveawayId,
    number,
    commitment: commitmentOf(seed),
    seed: ctx.secrets.encrypt(purposeOf(giveawayId, number), seed),
  };
}

export const openSeed = (ctx: Ctx, { giveawayId, number, seed }: Which & { readonly seed: string }): string =>
  ctx.secrets.decrypt(purposeOf(giveawayId, number), seed);
