import { badParameter, type Call, Refusal } from '../call.ts';
import { ownersParts } from '../shapes.ts';

/** The most ids in one call, and the most items on one page. */
export const MOST = 50;

/** `id=a,b` and `id=a&id=b` mean the same. */
export const readList = (call: Call, name: string): string[] =>
  call.query
    .getAll(name)
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '');

export function readIds(call: Call, name = 'id'): string[] {
  const ids = readList(call, name);
  if (ids.length > MOST) {
    throw badParameter(name, `The request specifies too many values: at most ${MOST}.`, 'invalidFilters');
  }
  return ids;
}

export function readParts<P extends string>(call: Call, known: Readonly<Record<P, unknown>>): P[] {
  const parts = readList(call, 'part');
  if (parts.length === 0) {
    throw new Refusal(400, 'Required parameter: part', {
      reason: 'required',
      location: 'part',
      locationType: 'parameter',
    });
  }
  return parts.map((part) => {
    if (Object.hasOwn(known, part)) return part as P;
    if (ownersParts.includes(part)) {
      throw new Refusal(403, 'The request is not properly authorized to access this information.', {
        reason: 'forbidden',
        domain: 'youtube.common',
        location: 'part',
        locationType: 'parameter',
      });
    }
    throw new Refusal(400, `'${part}'`, {
      reason: 'unknownPart',
      domain: 'youtube.part',
      location: 'part',
      locationType: 'parameter',
    });
  });
}

/** Reads an RFC 3339 date, or null without one. */
export function readDate(call: Call, name: string): number | null {
  const text = call.query.get(name);
  if (text === null) return null;
  const at = /^\d{4}-\d\d-\d\dT.+(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw badParameter(name, `Invalid value at '${name}': not a date and time as in RFC 3339.`);
  return at;
}

/** Requires exactly one of these filters. */
export function readFilter<F extends string>(call: Call, filters: readonly F[]): F {
  const given = filters.filter((name) => call.query.has(name));
  if (given.length === 1) return given[0] as F;
  const [message, reason] =
    given.length === 0
      ? [`No filter selected. Expected one of: ${filters.join(', ')}`, 'missingRequiredParameter']
      : [`Incompatible parameters specified in the request: ${given.join(', ')}`, 'incompatibleParameters'];
  throw new Refusal(400, message, {
    reason,
    domain: 'youtube.parameter',
    location: 'parameters.',
    locationType: 'other',
  });
}

export function readPage<Item>(call: Call, all: readonly Item[]) {
  const size = Number(call.query.get('maxResults') ?? 5);
  if (!Number.isInteger(size) || size < 0 || size > MOST) {
    throw badParameter(
      'maxResults',
      `Invalid value '${call.query.get('maxResults')}'. Values must be within the range: [0, ${MOST}]`,
    );
  }
  const start = readToken(call.query.get('pageToken'));
  const token = (at: number) => Buffer.from(`at:${at}`).toString('base64url');
  return {
    items: all.slice(start, start + size),
    nextPageToken: start + size < all.length && size > 0 ? token(start + size) : undefined,
    prevPageToken: start > 0 ? token(Math.max(0, start - size)) : undefined,
    pageInfo: { totalResults: all.length, resultsPerPage: size },
  };
}

function readToken(text: string | null): number {
  if (!text) return 0;
  const match = /^at:(\d+)$/.exec(Buffer.from(text, 'base64url').toString());
  if (!match) {
    throw badParameter('pageToken', 'The request specifies an invalid page token.', 'invalidPageToken');
  }
  return Number(match[1]);
}
