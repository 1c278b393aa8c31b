import type { Role, ServerChannel } from '../../permissions/index.ts';
import { createReader, createWriter, type Reader } from './bytes.ts';
import { BODY_AT, packChannel, packRole } from './pack.ts';

/**
 * Replaces one role or channel of a packed server without unpacking the others, which takes a hundredth of the time.
 * Returns null if it is not in the server. Equal bytes mean that only fields we do not store have changed, such as the
 * topic.
 */
export function patchRole(bytes: Uint8Array, role: Role): Uint8Array | null {
  const from = toRoles(bytes);
  const out = createWriter();
  packRole(out, role);
  const record = out.peek();
  return exchange(bytes, findRecord(from, record, skipRole), record);
}

export function patchChannel(bytes: Uint8Array, channel: ServerChannel): Uint8Array | null {
  const from = toRoles(bytes);
  for (let left = from.count(); left > 0; left -= 1) {
    from.skip(ID);
    skipRole(from);
  }
  const out = createWriter();
  packChannel(out, channel);
  const record = out.peek();
  return exchange(bytes, findRecord(from, record, skipChannel), record);
}

const ID = 8;
const BITS = 8;
const OVERWRITE = ID + 1 + BITS + BITS;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Skips to the roles, in the order of `packServer`. */
function toRoles(bytes: Uint8Array): Reader {
  const from = createReader(bytes, BODY_AT);
  from.skipText();
  from.skipText();
  from.skip(ID);
  from.skip(from.count() * ID);
  return from;
}

function skipRole(from: Reader): void {
  from.skipText();
  from.count();
  from.count();
  from.skip(BITS + 1);
}

function skipChannel(from: Reader): void {
  from.skipText();
  from.skip(1 + ID);
  from.count();
  from.skip(from.count() * OVERWRITE);
}

/** Finds the record with the same id. Each record begins with its id. */
function findRecord(from: Reader, record: Uint8Array, skipRest: (from: Reader) => void): Span | null {
  const id = record.subarray(0, ID);
  for (let left = from.count(); left > 0; left -= 1) {
    const start = from.at;
    const isFound = from.startsWith(id);
    from.skip(ID);
    skipRest(from);
    if (isFound) return { from: start, to: from.at };
  }
  return null;
}

function exchange(bytes: Uint8Array, span: Span | null, record: Uint8Array): Uint8Array | null {
  if (!span) return null;
  const before = bytes.subarray(span.from, span.to);
  if (Buffer.compare(before, record) === 0) return bytes;
  const next = new Uint8Array(bytes.length - before.length + record.length);
  next.set(bytes.subarray(0, span.from));
  next.set(record, span.from);
  next.set(bytes.subarray(span.to), span.from + record.length);
  return next;
}
