import type { GiveawayProof, ProvenDraw } from '@tally/contract/giveaway-views';

export const steps = ['seed', 'sheet', 'beacon', 'order', 'winners'] as const;
export type Step = (typeof steps)[number];

export interface CheckedDraw {
  readonly steps: Readonly<Record<Step, boolean>>;
  /** In the order of the sheet. */
  readonly entries: readonly { readonly key: string; readonly tickets: number }[];
  /** What the signature of the beacon is worth; null where none decides. */
  readonly randomness: string | null;
}

/** A browser draws what is on the screen between two pieces of work. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Draws again from what was published. The network is the one that everybody knows: a key that came with the proof
 * would prove nothing, except in a world that says itself that it is simulated.
 */
export async function checkPublished(proof: GiveawayProof, draw: ProvenDraw, text: string): Promise<CheckedDraw> {
  const { checkDraw, entryKey, momentOf, quicknet, randomnessOf, readSheet } = await import('@tally/draw');
  await breathe();
  const beacon = proof.beacon.isSimulated ? proof.beacon : quicknet;
  const { commitment, seed, signature, order } = draw;
  const published = order.map(({ key, outcome }) => ({ key, won: outcome === 'won' }));
  const record = { commitment, seed: seed ?? '', sheet: text, sheetHash: draw.sheetHash ?? '', signature };
  const found = checkDraw({ ...record, order: published }, beacon);
  const sheet = readSheet(text);
  const isThisOne =
    sheet?.giveawayId === proof.giveawayId && sheet.draw === draw.number && sheet.winners === draw.winners;
  const cameLater =
    draw.round === null || (draw.closedAt !== null && momentOf(draw.round, beacon).getTime() > draw.closedAt.getTime());
  const areWinnersThemselves = order.every(
    ({ key, userId, salt }) => userId === null || salt === null || entryKey({ salt, userId }) === key,
  );
  const isSheet = found.sheet && isThisOne;
  const isBeacon = found.beacon && sheet?.round === draw.round && cameLater;
  const isOrder = found.order && isSheet && isBeacon;
  return {
    steps: {
      seed: found.seed,
      sheet: isSheet,
      beacon: isBeacon,
      order: isOrder,
      winners: isOrder && found.winners && areWinnersThemselves,
    },
    entries: sheet?.entries ?? [],
    randomness: signature === null ? null : randomnessOf(signature),
  };
}

/** What somebody pastes to find themselves: a receipt, or their salt with their Discord id. */
export async function keyStartOf(pasted: string): Promise<string | null> {
  const text = pasted.trim().toLowerCase();
  if (/^[0-9a-f]{12,64}$/.test(text) && text.length !== 32) return text;
  const [, salt, userId] = /^([0-9a-f]{32})[\s:]+(\d{5,20})$/.exec(text) ?? [];
  if (salt === undefined || userId === undefined) return null;
  const { entryKey } = await import('@tally/draw');
  return entryKey({ salt, userId });
}
