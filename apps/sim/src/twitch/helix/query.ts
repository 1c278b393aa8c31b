import { badRequest, type Call } from '../call.ts';

/** Reads a list from the query, `id=1&id=2`, up to a maximum. */
export function readMany(call: Call, name: string, most = 100): string[] {
  const values = call.query.getAll(name).filter((value) => value !== '');
  if (values.length > most) {
    throw badRequest(`The number of "${name}" query parameters is ${values.length}; the maximum is ${most}`);
  }
  return values;
}

export function readIds(call: Call, name: string, most = 100): string[] {
  const ids = readMany(call, name, most);
  if (ids.some((id) => !/^\d{1,18}$/.test(id))) throw badRequest(`The parameter "${name}" was malformed`);
  return ids;
}

/** Returns one of these words, by default the first. */
export function readChoice<Word extends string>(call: Call, name: string, words: readonly [Word, ...Word[]]): Word {
  const given = call.query.get(name);
  if (given === null) return words[0];
  const found = words.find((word) => word === given);
  if (found === undefined)
    throw badRequest(`The parameter "${name}" was malformed: must be one of ${words.join(', ')}`);
  return found;
}

/** Reads an RFC 3339 date, or null without one. */
export function readDate(call: Call, name: string): number | null {
  const text = call.query.get(name);
  if (!text) return null;
  const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw badRequest(`The parameter "${name}" was malformed: the value must be an RFC3339 date`);
  return at;
}

/** The default is 20, so a caller with a hundred channels who forgets it gets twenty. */
export function readFirst(call: Call, usual = 20): number {
  const first = Number(call.query.get('first') ?? usual);
  if (!Number.isInteger(first) || first < 1 || first > 100) {
    throw badRequest('The parameter "first" was malformed: the value must be between 1 and 100');
  }
  return first;
}

/** Returns one page. Callers cannot read the cursor. Without one, this was the last page. */
export function cutPage<Item>(
  call: Call,
  all: readonly Item[],
  first: number,
): { items: Item[]; pagination: { cursor?: string } } {
  const start = readCursor(call.query.get('after'));
  const end = start + first;
  const cursor = Buffer.from(`at:${end}`).toString('base64url');
  return { items: all.slice(start, end), pagination: end < all.length ? { cursor } : {} };
}

function readCursor(after: string | null): number {
  if (!after) return 0;
  const match = /^at:(\d+)$/.exec(Buffer.from(after, 'base64url').toString());
  if (!match) throw badRequest('The parameter "after" was malformed: Invalid cursor');
  return Number(match[1]);
}
