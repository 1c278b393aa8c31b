import { isUtf8 } from 'node:buffer';
import type { Writable } from 'node:stream';

/** Of a socket of the `ws` library: what is public, and the stream that reads its frames. */
export interface Socket {
  readonly readyState: number;
  /** What was agreed on, as text: nothing when nothing was. */
  readonly extensions: string;
  readonly _receiver?: Pick<Writable, 'write' | 'writable'> | null;
}

/** Of Node, and not in its types: a text from a part of a buffer, without a view of that part. */
interface Bytes extends Buffer {
  utf8Slice(from: number, to: number): string;
}

const OPEN = 1;
const WHOLE_TEXT = 0x81;
/** Set in the last frame of a text, or the only one. */
const LAST = 0x80;
const MASKED = 0x80;
const CONTROL = 0x08;
const LONGEST_HEADER = 10;
/** The decoder puts this where the bytes were not valid text. */
const REPLACED = '\ufffd';

/**
 * Reads complete text frames straight from what the connection has received: `ws` would make six views of memory and an
 * event for each, and collecting those costs more than reading the text. All other bytes are read by `ws` as always:
 * pings, the end of the connection, binary and long frames, and whatever breaks the protocol, which `ws` answers
 * (https://www.rfc-editor.org/rfc/rfc6455#section-5.2). So nothing is buffered here, and there is no limit to enforce.
 */
export function takeTexts(socket: Socket, take: (text: string) => void): void {
  const reader = socket._receiver;
  // Without a reader everything works as before, only slower. Compressed frames are left to `ws` altogether: it reads
  // them asynchronously, and we would overtake it.
  if (!reader || socket.extensions !== '') return;
  const write: (chunk: Buffer) => boolean = reader.write.bind(reader);
  /** After the end of the connection, or nonsense, nothing is read any more. */
  const pass = (chunk: Buffer): boolean => !reader.writable || write(chunk);
  /** How many bytes are still missing of a frame that `ws` has started to read. */
  let missing = 0;
  /** The start of such a frame, too short to tell how long it is. */
  let begun: Buffer | null = null;
  /** In the middle of a text in several frames. */
  let isInParts = false;

  function follow(first: number): void {
    if ((first & CONTROL) === 0) isInParts = first < LAST;
  }

  /** How many bytes of this chunk belong to the frame that was begun. */
  function finish(chunk: Buffer): number {
    if (begun) {
      const joined = Buffer.concat([begun, chunk.subarray(0, LONGEST_HEADER)]);
      const length = lengthOf(joined, 0);
      missing = length === 0 ? chunk.length : length - begun.length;
      begun = length === 0 ? joined : null;
      if (length > 0) follow(joined[0] ?? 0);
    }
    const here = Math.min(missing, chunk.length);
    missing -= here;
    return here;
  }

  /** Neither in the middle of another message, nor after the end of the connection. */
  const isUsual = (): boolean => !isInParts && socket.readyState === OPEN && reader.writable;

  Object.defineProperty(reader, 'write', {
    configurable: true,
    value(chunk: Bytes): boolean {
      let at = finish(chunk);
      /** From here on the bytes are for `ws`. */
      let from = 0;
      while (at < chunk.length) {
        const length = lengthOf(chunk, at);
        if (length === 0) {
          begun = chunk.subarray(at);
          break;
        }
        const end = at + length;
        if (isWholeText(chunk, at) && end <= chunk.length) {
          // What came before this frame goes first.
          if (from < at) pass(chunk.subarray(from, at));
          from = at;
          const text = isUsual() ? textIn(chunk, at + headerOf(chunk, at), end) : null;
          if (text !== null) {
            from = end;
            take(text);
          }
        } else follow(chunk[at] ?? 0);
        missing = Math.max(0, end - chunk.length);
        at = end;
      }
      return from > 0 && from === chunk.length ? true : pass(chunk.subarray(from));
    },
  });
}

const isWholeText = (bytes: Buffer, at: number): boolean => bytes[at] === WHOLE_TEXT && (bytes[at + 1] ?? 0) < MASKED;

/** Null: it is no text. */
function textIn(bytes: Bytes, from: number, to: number): string | null {
  const text = bytes.utf8Slice(from, to);
  return text.includes(REPLACED) && !isUtf8(bytes.subarray(from, to)) ? null : text;
}

const headerOf = (bytes: Buffer, at: number): number => {
  const length = (bytes[at + 1] ?? 0) & 0x7f;
  return length < 126 ? 2 : length === 126 ? 4 : LONGEST_HEADER;
};

/** Of a frame with its header; 0 when that is not all there. */
function lengthOf(bytes: Buffer, at: number): number {
  const header = headerOf(bytes, at);
  if (at + header > bytes.length) return 0;
  if (header === 2) return 2 + ((bytes[at + 1] ?? 0) & 0x7f);
  if (header === 4) return 4 + bytes.readUInt16BE(at + 2);
  return header + bytes.readUInt32BE(at + 2) * 2 ** 32 + bytes.readUInt32BE(at + 6);
}
