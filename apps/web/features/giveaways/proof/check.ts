import type { GiveawayProof, ProvenDraw } from '@tally/contract/giveaways/views';

export const steps = ['seed', 'sheet', 'round', 'posted', 'beacon', 'order', 'winners'] as const;
export type Step = (typeof steps)[number];
export type Verdict = 'right' | 'unproven' | 'wrong';

export interface CheckedDraw {
  readonly steps: Readonly<Record<Step, Verdict>>;
  /** The entries, in the order of the sheet. */
  readonly entries: readonly { readonly key: string; readonly tickets: number }[];
  /** The randomness from the beacon's signature; null if the draw uses no beacon. */
  readonly randomness: string | null;
  readonly version: 1 | 2;
  /** When Discord received the message with the hash, and when the beacon published the round. */
  readonly postedAt: Date | null;
  readonly outAt: Date | null;
}

/** Lets the browser repaint between two steps. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Repeats the draw from the published data with the public network's known key. A key from the proof would prove
 * nothing, so only a simulated proof may provide one.
 */
export async function checkPublished(
  proof: GiveawayProof,
  draw: ProvenDraw,
  sheets: { readonly own: string; readonly first: string },
): Promise<CheckedDraw> {
  const { checkDraw, discordTimeOf, entryKey, momentOf, quicknet, randomnessOf, readSheet, recordOf } = await import(
    '@tally/draw'
  );
  await breathe();
  const beacon = proof.beacon.isSimulated ? proof.beacon : quicknet;
  const { signature, order, round, closedAt, post } = draw;
  const found = checkDraw(recordOf(proof.draws, draw, sheets), beacon);
  const sheet = readSheet(sheets.own);
  const outAt = round === null ? null : momentOf(round, beacon);
  const isThisOne =
    sheet?.giveawayId === proof.giveawayId && sheet.draw === draw.number && sheet.winners === draw.winners;
  const isAsSaid = sheet?.round === round && (sheet.timing === null || isSameTiming(sheet.timing, draw));
  const cameLater = outAt === null || (closedAt !== null && outAt > closedAt);
  const areWinnersThemselves = order.every(
    ({ key, userId, salt }) => userId === null || salt === null || entryKey({ salt, userId }) === key,
  );
  const grounds = {
    seed: found.seed,
    sheet: isThisOne ? found.sheet : 'wrong',
    round: isAsSaid && cameLater ? found.round : 'wrong',
    posted: found.posted,
    beacon: found.beacon,
  } as const;
  const isOrder = found.order === 'right' && !Object.values(grounds).includes('wrong');
  const areWinners = isOrder && found.winners === 'right' && areWinnersThemselves;
  return {
    steps: { ...grounds, order: isOrder ? 'right' : 'wrong', winners: areWinners ? 'right' : 'wrong' },
    entries: sheet?.entries ?? [],
    randomness: signature === null ? null : randomnessOf(signature),
    version: sheet?.timing === null ? 1 : 2,
    postedAt: post && discordTimeOf(post.messageId),
    outAt,
  };
}

interface Timing {
  readonly closedAt: Date;
  readonly abandoned: readonly {
    readonly round: number;
    readonly sheetHash: string;
    readonly postId: string | null;
  }[];
}

/** Checks that the page and the sheet show the same times. */
function isSameTiming({ closedAt, abandoned }: Timing, draw: ProvenDraw): boolean {
  return (
    closedAt.getTime() === draw.closedAt?.getTime() &&
    abandoned.length === draw.abandoned.length &&
    abandoned.every(({ round, sheetHash, postId }, place) => {
      const said = draw.abandoned[place];
      return said?.round === round && said.sheetHash === sheetHash && (said.post?.messageId ?? null) === postId;
    })
  );
}

/** Returns the worst verdict of all steps. */
export const overallOf = (found: CheckedDraw['steps']): Verdict =>
  (['wrong', 'unproven'] as const).find((each) => Object.values(found).includes(each)) ?? 'right';

/** Without a beacon, there is no round to compare the post with. */
export const stepsShown = (found: CheckedDraw['steps'], { round }: Pick<ProvenDraw, 'round'>): readonly Step[] =>
  steps.filter((step) => round !== null || found[step] !== 'unproven' || step === 'beacon');

/** Finds draws that came before the newest one but are not published. */
export async function findMissingDraws({ draws }: Pick<GiveawayProof, 'draws'>): Promise<readonly number[]> {
  const { missingDraws } = await import('@tally/draw');
  return missingDraws(draws.map(({ number, drawnAt }) => ({ number, isDrawn: drawnAt !== null })));
}

/** Reads a pasted receipt, or a salt and a Discord ID. */
export async function keyStartOf(pasted: string): Promise<string | null> {
  const text = pasted.trim().toLowerCase();
  if (/^[0-9a-f]{12,64}$/.test(text) && text.length !== 32) return text;
  const [, salt, userId] = /^([0-9a-f]{32})[\s:]+(\d{5,20})$/.exec(text) ?? [];
  if (salt === undefined || userId === undefined) return null;
  const { entryKey } = await import('@tally/draw');
  return entryKey({ salt, userId });
}
