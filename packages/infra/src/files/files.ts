/** Where uploaded and generated files live. Keys are paths of plain words: `media/123/cover.webp`. */
export interface Files {
  /** Whole or not at all; an existing file of the key is replaced. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  /** For large ones, whole or a part that lies in them; null where there is none. */
  stream(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  /** In bytes; null where there is none. */
  size(key: string): Promise<number | null>;
  /** No error where there is none. */
  delete(key: string): Promise<void>;
  /** In the order of their keys. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** An address that anybody may read this one file at, for a while. */
  signedUrl(key: string, seconds: number): Promise<string>;
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
};

/** By the ending that we gave the key ourselves; never what an uploader claims. */
export const contentTypeOf = (key: string): string =>
  types[key.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
