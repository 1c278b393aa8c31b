import { type Beacon, momentOf, roundAfter } from './beacon.ts';
import { type AbandonedSheet, hashSheet, type Sheet, writeSheet } from './sheet.ts';
import type { Verdict } from './verdict.ts';

/** How long we wait for the beacon before the seed alone decides. */
export const BEACON_PATIENCE_MS = 600_000;

const DISCORD_EPOCH = 1_420_070_400_000;

/** Discord's ids begin with their creation time: https://discord.com/developers/docs/reference#snowflakes */
export const discordTimeOf = (id: string): Date => new Date(Number(BigInt(id) >> 22n) + DISCORD_EPOCH);

/** Returns whether Discord dates this message after the round, which makes its sheet invalid. */
export const isPostedLate = (postId: string, round: number, beacon: Beacon): boolean =>
  discordTimeOf(postId) >= momentOf(round, beacon);

/**
 * Checks that the round follows from the closing time, and that every abandoned sheet had to be abandoned. The operator
 * could have known the result of an abandoned sheet, so a draw with one is not fully proven.
 */
export function checkRound(sheet: Sheet, beacon: Beacon): Verdict {
  if (sheet.timing === null) return 'unproven';
  const { closedAt, abandoned } = sheet.timing;
  let madeAt = closedAt;
  for (const [place, gone] of abandoned.entries()) {
    const isLast = place === abandoned.length - 1;
    if (gone.round !== roundAfter(madeAt, beacon, place)) return 'wrong';
    if (gone.sheetHash !== hashSheet(writeSheet(formerSheet(sheet, place, gone.round)))) return 'wrong';
    if (!wasLate(gone, beacon) && !(isLast && sheet.round === null && wasSilent(gone, beacon))) return 'wrong';
    madeAt = gone.at;
  }
  if (sheet.round === null) return 'unproven';
  if (sheet.round !== roundAfter(madeAt, beacon, abandoned.length)) return 'wrong';
  return abandoned.length > 0 ? 'unproven' : 'right';
}

/** Checks that Discord dates the message with the hash before the round, when the result was unknown. */
export function checkPost({ timing, round }: Sheet, postId: string | null, beacon: Beacon): Verdict {
  if (timing === null || round === null || postId === null) return 'unproven';
  return isPostedLate(postId, round, beacon) ? 'wrong' : 'right';
}

/** Rebuilds an earlier sheet. The sheets of one draw differ only in the round and the list of abandoned sheets. */
const formerSheet = (sheet: Sheet, place: number, round: number): Sheet => ({
  ...sheet,
  round,
  timing: sheet.timing && { ...sheet.timing, abandoned: sheet.timing.abandoned.slice(0, place) },
});

const wasLate = ({ postId, round, at }: AbandonedSheet, beacon: Beacon): boolean =>
  postId !== null && isPostedLate(postId, round, beacon) && at >= discordTimeOf(postId);

const wasSilent = ({ round, at }: AbandonedSheet, beacon: Beacon): boolean =>
  at.getTime() - momentOf(round, beacon).getTime() >= BEACON_PATIENCE_MS;
