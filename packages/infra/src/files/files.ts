import { UpstreamError } from '@tally/kernel';

/** Where uploaded and generated files live. Keys are paths of plain words: `media/123/cover.webp`. */
export interface Files {
  /** Whole or not at all; an existing file of the key is replaced. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * The same for what is too large to hold, as it comes in. Where its source breaks off, what has arrived is kept for
   * `resume` alone.
   */
  putStream(key: string, source: ByteSource, options: PutStreamOptions): Promise<number>;
  /** Gives up what was begun for `resume`. No error where there is none. */
  dropUpload(key: string, uploadId: string): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  /** For large ones, whole or a part that lies in them; null where there is none. */
  stream(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  /** Without reading it; null where there is none. */
  find(key: string): Promise<FileHead | null>;
  /** No error where there is none. */
  delete(key: string): Promise<void>;
  /** In the order of their keys. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** An address that anybody may read this one file at, for a while; as a download where it is given a name. */
  signedUrl(key: string, seconds: number, options?: { readonly downloadName?: string }): Promise<string>;
  /** Ends uploads that nobody goes on with. How many there were. */
  dropUnfinished(before: Date): Promise<number>;
  /** What is left on the disk; null where nobody can say. */
  freeBytes(): Promise<number | null>;
}

/**
 * What is to be stored, from a byte on: the storage says how many of them it has already. It may begin earlier than asked; those are
 * passed over, and so must be the same ones.
 */
export type ByteSource = (stored: number) => { readonly from: number; readonly bytes: ReadableStream<Uint8Array> };

export interface PutStreamOptions {
  readonly maxBytes: number;
  /** Goes on where an earlier try of the same bytes was cut off, as far as the storage can. */
  readonly resume?: UploadMemory;
}

/** Outlives the process: what is to be asked about an upload that was begun. */
export interface UploadMemory {
  readonly uploadId: string | null;
  remember(uploadId: string): Promise<void>;
  /** So many bytes outlive the process by now. */
  stored(bytes: number): Promise<void>;
}

export class FileTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`a file of more than ${maxBytes} bytes`);
    this.name = 'FileTooLargeError';
  }
}

/** From the first byte on that is not stored, and no more of them than may be. */
export async function* readFrom(
  source: ByteSource,
  stored: number,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void> {
  const { from, bytes } = source(stored);
  let at = from;
  for await (const chunk of bytes) {
    const known = Math.max(0, stored - at);
    at += chunk.length;
    if (at > maxBytes) throw new FileTooLargeError(maxBytes);
    if (known < chunk.length) yield chunk.subarray(known);
  }
  if (at < stored)
    throw new UpstreamError({
      world: 'files',
      kind: 'odd',
      message: 'what is stored is longer than what it was made from',
    });
}

/** The disk, or what its owner may have of it, is used up. */
export const isOutOfRoom = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code));

/** For the head `content-disposition`: quotes and line ends would end it, and other letters are not allowed in it. */
export const attachmentOf = (downloadName: string): string =>
  `attachment; filename="${downloadName.replace(/[^\w. -]/g, '_').slice(0, 100)}"`;

export interface FileHead {
  readonly size: number;
  /** Another one wherever the bytes may be others. */
  readonly version: string;
}

/** From this byte to that one, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredFile {
  readonly key: string;
  readonly size: number;
  readonly modifiedAt: Date;
}

export class BadFileKeyError extends Error {
  constructor() {
    super('A file key is made of words with letters, digits, dots, dashes and underscores, separated by slashes.');
    this.name = 'BadFileKeyError';
  }
}

/** No word begins with a dot, so there is no way up, and no hidden file. Letters are ASCII: disks fold the others. */
const keyShape = /^(?:[A-Za-z0-9_][A-Za-z0-9._-]{0,127}\/)*[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;
/** https://learn.microsoft.com/windows/win32/fileio/naming-a-file#naming-conventions */
const windowsDevice = /(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\/|$)/i;

export function checkKey(key: string): string {
  if (key.length > 512 || !keyShape.test(key) || key.endsWith('.') || key.includes('./') || windowsDevice.test(key)) {
    throw new BadFileKeyError();
  }
  return key;
}

/** A prefix is a key that may end anywhere. */
export function checkPrefix(prefix: string): string {
  if (prefix !== '') checkKey(`${prefix}x`);
  return prefix;
}

const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
  pdf: 'application/pdf',
};

/** By the ending that we gave the key ourselves; never what an uploader claims. */
export const contentTypeOf = (key: string): string =>
  types[key.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
