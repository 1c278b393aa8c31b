/** Writes numbers and texts in sequence. An id takes 8 bytes as a 64-bit number, instead of a string's 40. */
export interface Writer {
  byte(value: number): void;
  /** Small numbers take one byte, large ones up to five. */
  count(value: number): void;
  id(value: string | null): void;
  bits(value: bigint): void;
  text(value: string): void;
  done(): Uint8Array;
  /** Returns the result without a copy. It is valid until the next write. */
  peek(): Uint8Array;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** All writers use one buffer, because packing is synchronous and only the result is kept. */
let shared = new Uint8Array(16_384);
let view = new DataView(shared.buffer);

const LONGEST_PLAIN = 0x7f;
const LAST_PLAIN = 0x7f;

/** Most names are short and ASCII. The encoder would allocate memory for each of them. */
function writePlain(value: string, at: number): boolean {
  if (value.length > LONGEST_PLAIN) return false;
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    if (code > LAST_PLAIN) return false;
    shared[at + 1 + index] = code;
  }
  shared[at] = value.length;
  return true;
}

export function createWriter(): Writer {
  let at = 0;
  const need = (bytes: number): void => {
    if (at + bytes <= shared.length) return;
    const larger = new Uint8Array(Math.max(shared.length * 2, at + bytes));
    larger.set(shared);
    shared = larger;
    view = new DataView(shared.buffer);
  };
  const bits = (value: bigint): void => {
    need(8);
    view.setBigUint64(at, value);
    at += 8;
  };
  const count = (value: number): void => {
    need(5);
    let rest = value >>> 0;
    for (; rest > 0x7f; rest >>>= 7) shared[at++] = (rest & 0x7f) | 0x80;
    shared[at++] = rest;
  };
  return {
    byte(value) {
      need(1);
      shared[at++] = value;
    },
    count,
    bits,
    id: (value) => bits(value === null ? 0n : BigInt(value)),
    text(value) {
      need(value.length * 3 + 5);
      if (writePlain(value, at)) {
        at += 1 + value.length;
        return;
      }
      const bytes = encoder.encode(value);
      count(bytes.length);
      shared.set(bytes, at);
      at += bytes.length;
    },
    done: () => shared.slice(0, at),
    peek: () => shared.subarray(0, at),
  };
}

export interface Reader {
  byte(): number;
  count(): number;
  id(): string | null;
  bits(): bigint;
  text(): string;
  skip(bytes: number): void;
  skipText(): void;
  /** Returns whether these are the next bytes, without advancing. */
  startsWith(wanted: Uint8Array): boolean;
  readonly at: number;
}

export function createReader(bytes: Uint8Array, from = 0): Reader {
  const here = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = from;
  const count = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = here.getUint8(at++);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  };
  const bits = (): bigint => {
    at += 8;
    return here.getBigUint64(at - 8);
  };
  return {
    byte: () => here.getUint8(at++),
    count,
    bits,
    id() {
      const value = bits();
      return value === 0n ? null : value.toString();
    },
    get at() {
      return at;
    },
    skip(length) {
      at += length;
    },
    startsWith(wanted) {
      for (let index = 0; index < wanted.length; index += 1) if (bytes[at + index] !== wanted[index]) return false;
      return true;
    },
    skipText() {
      const length = count();
      at += length;
    },
    text() {
      const length = count();
      at += length;
      return decoder.decode(bytes.subarray(at - length, at));
    },
  };
}
