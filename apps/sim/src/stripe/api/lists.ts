import { z } from 'zod';
import { answerJson, type Call, find, Refusal, type Route } from '../call.ts';
import type { List } from '../wire/wire.ts';
import { moment, read, text, whole } from './params.ts';

const page = { limit: whole(1, 100).optional(), starting_after: text().optional(), ending_before: text().optional() };
const span = z.strictObject({
  gt: moment.optional(),
  gte: moment.optional(),
  lt: moment.optional(),
  lte: moment.optional(),
});
const created = { created: moment.or(span).optional() };
export const listShape = { ...page, ...created } as const;

/** Lists objects in pages, newest first: https://docs.stripe.com/api/pagination */
export function list<S extends z.ZodRawShape, T extends { readonly id: string }>(
  call: Call,
  { shape, rows, keep }: { shape: S; rows: Iterable<T>; keep: (row: T, asked: z.output<z.ZodObject<S>>) => boolean },
): List<T> {
  const asked = read(call, { ...page, ...shape }) as z.output<z.ZodObject<S>> & {
    limit?: number;
    starting_after?: string;
    ending_before?: string;
    created?: number | z.output<typeof span>;
  };
  if (asked.starting_after !== undefined && asked.ending_before !== undefined)
    throw new Refusal(400, 'You may only specify one of these parameters: starting_after, ending_before.');
  const all = [...rows].toReversed().filter((row) => isWithin(row, asked.created) && keep(row, asked));
  const placeOf = (id: string): number => {
    const place = all.findIndex((row) => row.id === id);
    if (place < 0)
      throw new Refusal(400, `No such object: '${id}'`, { code: 'resource_missing', param: 'starting_after' });
    return place;
  };
  const limit = asked.limit ?? 10;
  const end = asked.ending_before ? placeOf(asked.ending_before) : all.length;
  const from = asked.ending_before
    ? Math.max(0, end - limit)
    : asked.starting_after
      ? placeOf(asked.starting_after) + 1
      : 0;
  const data = all.slice(from, Math.min(from + limit, end));
  return { object: 'list', url: `/v1${call.path.replace(/^\/v1/, '')}`, has_more: from + data.length < end, data };
}

function isWithin(row: object, wanted: number | z.output<typeof span> | undefined): boolean {
  const at = 'created' in row ? Number(row.created) : 0;
  if (wanted === undefined) return true;
  if (typeof wanted === 'number') return at === wanted;
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = wanted;
  return at > gt && at >= gte && at < lt && at <= lte;
}

/** Objects that can be expanded. */
type Expandable<T> = Readonly<Record<string, (row: T) => unknown>>;

/** Serves one object by its id: https://docs.stripe.com/api/expanding_objects */
export const getRoute = <T extends object>(
  path: string,
  { what, rows, expandable = {} }: { what: string; rows: ReadonlyMap<string, T>; expandable?: Expandable<T> },
): Route => ({
  method: 'GET',
  path: `${path}/:id`,
  run(call, { id = '' }) {
    const { expand = [] } = read(call, {});
    const row = find(rows, what, id);
    const full: Record<string, unknown> = Object.fromEntries(Object.entries(row));
    for (const name of expand) {
      const whole = expandable[name];
      if (!whole) throw new Refusal(400, `This property cannot be expanded (${name}).`, { param: 'expand' });
      full[name] = whole(row) ?? full[name];
    }
    return answerJson(200, full);
  },
});
