import { UpstreamError } from '@tally/kernel';

/** Storage of uploaded and generated files. Keys are paths of plain words: `media/123/cover.webp`. */
export interface Files {
  /** Stores a file atomically, and replaces an existing file of the key. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Like `put`, for a file that is too large for memory. If its source ends early, the received bytes are kept only for
   * `resume`.
   */
  putStream(key: string, source: ByteSource, options: PutStreamOptions): Promise<number>;
  /** Deletes an upload that was begun for `resume`. A missing upload is not an error. */
  dropUpload(key: string, uploadId: string): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  /** Reads a large file, or a range of it. Returns null if the file is missing. */
  stream(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  /** Returns size and version without reading the file, or null if the file is missing. */
  find(key: string): Promise<FileHead | null>;
  /** Deletes a file. A missing file is not an error. */
  delete(key: string): Promise<void>;
  /** Lists files sorted by key. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** Returns a public URL of this file that expires. With `downloadName` the browser saves it under that name. */
  signedUrl(key: string, seconds: number, options?: { readonly downloadName?: string }): Promise<string>;
  /** Deletes abandoned uploads. Returns the count. */
  dropUnfinished(before: Date): Promise<number>;
  /** Returns the free space on the disk, or null if unknown. */
  freeBytes(): Promise<number | null>;
}

/**
 * The bytes to store, starting at an offset. The storage passes how many it already has. The source may begin earlier
 * with the same bytes, which are then skipped.
 */
export type ByteSource = (stored: number) => { readonly from: number; readonly bytes: ReadableStream<Uint8Array> };

export interface PutStreamOptions {
  readonly maxBytes: number;
  /** Resumes an interrupted attempt with the same bytes, if the storage supports it. */
  readonly resume?: UploadMemory;
}

/** Persistent notes about an upload, so that another process can resume it. */
export interface UploadMemory {
  readonly uploadId: string | null;
  remember(uploadId: string): Promise<void>;
  /** Called when this many bytes are safely stored. */
  stored(bytes: number): Promise<void>;
}

export class FileTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`a file of more than ${maxBytes} bytes`);
    this.name = 'FileTooLargeError';
  }
}

/** Yields the bytes from the first unstored one, and fails beyond `maxBytes`. */
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
      message: 'the compressed file is longer than its source',
    });
}

/** True if the disk or our quota on it is full. */
export const isOutOfRoom = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code));

/** Returns the `content-disposition` header. Quotes and line breaks would end it, and it allows only ASCII letters. */
export const attachmentOf = (downloadName: string): string =>
  `attachment; filename="${downloadName.replace(/[^\w. -]/g, '_').slice(0, 100)}"`;

export interface FileHead {
  readonly size: number;
  /** The version differs whenever the bytes may differ. */
  readonly version: string;
}

/** A range of bytes that includes both ends. */
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

/**
 * No segment begins with a dot, which rules out parent folders and hidden files. Letters are ASCII, because file
 * systems handle others differently.
 */
const keyShape = /^(?:[A-Za-z0-9_][A-Za-z0-9._-]{0,127}\/)*[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;
/** https://learn.microsoft.com/windows/win32/fileio/naming-a-file#naming-conventions */
const windowsDevice = /(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\/|$)/i;

export function checkKey(key: string): string {
  if (key.length > 512 || !keyShape.test(key) || key.endsWith('.') || key.includes('./') || windowsDevice.test(key)) {
    throw new BadFileKeyError();
  }
  return key;
}

/** A prefix is a key that may end after any character. */
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

/** Derived from the extension that we gave the key, never from the uploader. */
export const contentTypeOf = (key: string): string =>
  types[key.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
