import { type Call, Refusal } from './call.ts';
import { moment, read, text, whole } from './params.ts';
import type { z } from 'zod';
import type { List } from './wire.ts';

const page = { limit: whole(1, 100).optional(), starting_after: text().optional(), ending_before: text().optional() };
const created = { created: moment.optional() };
export const listShape = { ...page, ...created } as const;

/** Newest first, in pages: https://docs.stripe.com/api/pagination */
export function list<S extends z.ZodRawShape, T extends { readonly id: string }>(
  call: Call,
  { shape, rows, keep }: { shape: S; rows: Iterable<T>; keep: (row: T, asked: z.output<z.ZodObject<S>>) => boolean },
): List<T> {
  const asked = read(call, { ...page, ...shape }) as z.output<z.ZodObject<S>> & {
    limit?: number;
    starting_after?: string;
    ending_before?: string;
  };
  const all = [...rows].toReversed().filter((row) => keep(row, asked));
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
