import { entryKey, receiptOf } from '@tally/draw';
import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { type Entrant, type Known, type Refusal, ticketsOf, whyNot } from '../../match/eligible.ts';
import { oddsOf } from '../../match/odds.ts';
import { isDrop, readTerms, type Terms } from '../../match/terms.ts';
import { addToCount, changeTickets, insertEntries, listEntriesOf, type NewEntry } from '../../store/entries.ts';
import { lockGiveaway } from '../../store/giveaways.ts';
import type { EntryRow, GiveawayRow } from '../../tables.ts';
import { closeWithin } from '../life/close.ts';
import { countSoon } from './count.ts';

/** A click on the entry button, with everything we know about the person. */
export interface Entering {
  readonly entrant: Entrant;
  readonly username: string;
  readonly known: Known;
  /** When Discord received the click. This time counts, not when the click reached us. */
  readonly pressedAt: Date;
  readonly interactionId: string;
}

export type Entered =
  | {
      readonly kind: 'in';
      readonly isNew: boolean;
      readonly tickets: number;
      /** The current chance to win, as the n in "1 in n". */
      readonly odds: number;
      readonly receipt: string;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'gone' | 'notYet' | 'paused' | 'over' | 'full' };

/**
 * Locks the giveaway's row, as closing does. Each entry therefore comes before or after the close, and the sheet
 * contains every confirmed entry.
 */
export async function enterAll(ctx: Ctx, giveawayId: string, batch: readonly Entering[]): Promise<Entered[]> {
  return await ctx.db.transaction(async (tx) => {
    const row = await lockGiveaway(tx, giveawayId);
    if (!row) return batch.map(() => ({ kind: 'gone' }));
    const desk = await openDesk(tx, row, batch);
    const answers = batch.map((entering) => enterOne(ctx, desk, entering));
    await insertEntries(tx, giveawayId, [...desk.fresh.values()]);
    await changeTickets(
      tx,
      giveawayId,
      [...desk.changed].map(([key, tickets]) => ({ key, tickets })),
    );
    const isChanged = desk.fresh.size + desk.changed.size > 0;
    const after = isChanged ? await addToCount(tx, giveawayId, desk.added) : row;
    if (after && desk.fresh.size > 0) await afterEntries(ctx, tx, after, desk.terms);
    return answers.map((answer) => (answer.kind === 'in' ? { ...answer, odds: oddsOf(after ?? row, answer) } : answer));
  });
}

interface Desk {
  readonly row: GiveawayRow;
  readonly terms: Terms;
  readonly standing: ReadonlyMap<string, EntryRow>;
  readonly fresh: Map<string, NewEntry>;
  readonly changed: Map<string, number>;
  readonly added: { people: number; tickets: number };
}

async function openDesk(tx: Db, row: GiveawayRow, batch: readonly Entering[]): Promise<Desk> {
  const rows = await listEntriesOf(
    tx,
    row.id,
    batch.map(({ entrant }) => entrant.userId),
  );
  const standing = new Map(rows.flatMap((each) => (each.userId ? [[each.userId as string, each] as const] : [])));
  return {
    row,
    terms: readTerms(row),
    standing,
    fresh: new Map(),
    changed: new Map(),
    added: { people: 0, tickets: 0 },
  };
}

function enterOne(ctx: Ctx, desk: Desk, { entrant, known, pressedAt, ...press }: Entering): Entered {
  const { row, terms, fresh, changed, added } = desk;
  if (row.state === 'scheduled') return { kind: 'notYet' };
  if (row.state === 'paused') return { kind: 'paused' };
  if (row.state !== 'running' || (row.endsAt && pressedAt >= row.endsAt)) return { kind: 'over' };
  const refusal = whyNot(terms, entrant, known);
  if (refusal) return { kind: 'refused', refusal };
  const tickets = ticketsOf(terms, entrant, known);
  const old = desk.standing.get(entrant.userId) ?? fresh.get(entrant.userId);
  if (old) {
    const had = changed.get(old.key) ?? old.tickets;
    if (had !== tickets) {
      changed.set(old.key, tickets);
      added.tickets += tickets - had;
    }
    return { kind: 'in', isNew: false, tickets, odds: 1, receipt: receiptOf(old.key) };
  }
  if (isFull(terms, row.people + added.people)) return { kind: 'full' };
  const salt = Buffer.from(ctx.random.bytes(16)).toString('hex');
  const key = entryKey({ salt, userId: entrant.userId });
  const { username, interactionId } = press;
  fresh.set(entrant.userId, {
    userId: entrant.userId,
    username,
    key,
    salt,
    tickets,
    enteredAt: pressedAt,
    interactionId,
  });
  added.people += 1;
  added.tickets += tickets;
  return { kind: 'in', isNew: true, tickets, odds: 1, receipt: receiptOf(key) };
}

/** A drop ends when its prizes are gone, so it has as many places as prizes. */
const placesOf = (terms: Terms): number =>
  isDrop(terms) ? terms.winnerCount : (terms.maxEntries ?? Number.POSITIVE_INFINITY);
const isFull = (terms: Terms, people: number): boolean => people >= placesOf(terms);

async function afterEntries(ctx: Ctx, tx: Db, row: GiveawayRow, terms: Terms): Promise<void> {
  if ((isDrop(terms) || terms.endWhenFull) && isFull(terms, row.people))
    await closeWithin(ctx, tx, row, { byId: null });
  else await countSoon(ctx, tx, row);
}
