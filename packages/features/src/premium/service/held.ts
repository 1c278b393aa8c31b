import type { Addon, Held, Holder, ServerId, UserId } from '@tally/contract';
import { cursorOf, pieces } from '@tally/infra/page';
import { type Ctx } from '@tally/kernel';
import { listNames, listPeopleNamed } from '../../account/index.ts';
import { listServersNamed, listSummaries } from '../../servers/index.ts';
import { type HeldPage, listEntitlements, listHeldRows } from '../store/entitlements.ts';
import type { EntitlementRow, Source } from '../tables.ts';

const SHOWN = 50;
/** The most results of a search by name. People can narrow the search with a longer term. */
const NAMED = 500;

interface Wanted {
  readonly search?: string | undefined;
  readonly type?: Holder | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Lists all entitlements of one server or person in a fixed order, with the holder's name. */
export async function listHeldBy(
  ctx: Ctx,
  holder: Holder,
  holderId: string,
): Promise<{ name: string | null; held: Held[] }> {
  const rows = await listEntitlements(ctx.db, holder, [holderId]);
  const name = (await namesOf(ctx, [{ holder, holderId }])).get(`${holder} ${holderId}`) ?? null;
  return { name, held: rows.toSorted(bySource).map((row) => toHeld(row, name)) };
}

const placeOf = ({ source, sourceId }: EntitlementRow): string => `${source} ${sourceId}`;
const bySource = (a: EntitlementRow, b: EntitlementRow): number => (placeOf(a) < placeOf(b) ? -1 : 1);

/** Lists all holders for staff, latest first, filtered by id or part of a name. */
export async function listHeld(ctx: Ctx, wanted: Wanted): Promise<{ list: Held[]; nextCursor: string | null }> {
  const { type, limit = SHOWN } = wanted;
  const ids = await idsOf(ctx, wanted);
  const rows = await listHeldRows(ctx.db, { type, ids, after: nextHeld.read(wanted.cursor), limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const names = await namesOf(ctx, shown);
  const last = shown.at(-1);
  return {
    list: shown.map((row) => toHeld(row, names.get(`${row.holder} ${row.holderId}`) ?? null)),
    nextCursor: rows.length > limit && last ? nextHeld.write(last) : null,
  };
}

async function idsOf(ctx: Ctx, { search, type }: Wanted): Promise<readonly string[] | undefined> {
  const letters = search?.trim() ?? '';
  if (letters === '') return undefined;
  if (/^\d{5,20}$/.test(letters)) return [letters];
  const [servers, people] = await Promise.all([
    type === 'user' ? [] : listServersNamed(ctx, letters, NAMED),
    type === 'guild' ? [] : listPeopleNamed(ctx, letters, NAMED),
  ]);
  return [...servers, ...people];
}

async function namesOf(
  ctx: Ctx,
  rows: readonly Pick<EntitlementRow, 'holder' | 'holderId'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = (holder: Holder): string[] => rows.filter((row) => row.holder === holder).map((row) => row.holderId);
  const [looks, names] = await Promise.all([
    listSummaries(ctx, ids('guild') as ServerId[]),
    listNames(ctx, ids('user') as UserId[]),
  ]);
  return new Map([
    ...[...looks].map(([id, { name }]) => [`guild ${id}`, name] as const),
    ...[...names].map(([id, name]) => [`user ${id}`, name] as const),
  ]);
}

const toHeld = (row: EntitlementRow, name: string | null): Held => ({
  type: row.holder,
  id: row.holderId as Held['id'],
  name,
  source: row.source,
  tierId: row.tierId,
  addons: Object.entries(row.extras).map(([addonId, quantity]) => ({ addonId: addonId as Addon, quantity })),
  bitfield: row.bitfield,
  since: row.since,
});

const nextHeld = cursorOf<NonNullable<HeldPage['after']>>(
  {
    since: pieces.moment,
    holderId: pieces.discordId,
    source: pieces.word<Source>(['staff', 'stripe', 'user']),
    sourceId: pieces.matching(/^\d{0,20}$/),
  },
  '.',
);
