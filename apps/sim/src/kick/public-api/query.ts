import { badRequest, type Call } from '../call.ts';
import type { KickWorld, Person } from '../world.ts';

/** Reads a list from the query, `id=1&id=2`, up to a maximum. */
export function readMany(call: Call, name: string, most: number): string[] {
  const values = call.query.getAll(name).filter((value) => value !== '');
  if (values.length > most) throw badRequest(`at most ${most} ${name} values are allowed`);
  return values;
}

export function readIds(call: Call, name: string, most: number): number[] {
  return readMany(call, name, most).map((value) => {
    if (!/^\d{1,12}$/.test(value)) throw badRequest(`${name} must be a number`);
    return Number(value);
  });
}

export function readLimit(call: Call, options: { most: number; usual: number }): number {
  const text = call.query.get('limit');
  if (text === null) return options.usual;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > options.most) {
    throw badRequest(`limit must be between 1 and ${options.most}`);
  }
  return limit;
}

export interface Page<Item> {
  readonly items: Item[];
  readonly pagination: { readonly next_cursor: string };
}

/** Returns one page of a list. Callers cannot read the cursor. An empty one means that this was the last page. */
export function cutPage<Item>(call: Call, all: readonly Item[], limit: number): Page<Item> {
  const start = readCursor(call.query.get('cursor'));
  const end = start + limit;
  return {
    items: all.slice(start, end),
    pagination: { next_cursor: end < all.length ? Buffer.from(`at:${end}`).toString('base64url') : '' },
  };
}

function readCursor(cursor: string | null): number {
  if (cursor === null || cursor === '') return 0;
  const match = /^at:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match) throw badRequest('invalid cursor');
  return Number(match[1]);
}

export function findPeople(world: KickWorld, ids: readonly number[]): Person[] {
  return [...new Set(ids)].flatMap((id) => world.people.get(id) ?? []);
}

export function readJson(call: Call): Record<string, unknown> {
  if (!call.headers['content-type']?.startsWith('application/json')) throw badRequest('the body must be JSON');
  let value: unknown;
  try {
    value = JSON.parse(call.body);
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : 'the body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('the body must be an object');
  return { ...value };
}

export function readNumber(body: Record<string, unknown>, name: string): number {
  const value = body[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) throw badRequest(`${name} must be a number`);
  return value;
}

export function getPerson(world: KickWorld, id: number): Person {
  const person = world.people.get(id);
  if (!person) throw badRequest(`no user ${id}`);
  return person;
}
