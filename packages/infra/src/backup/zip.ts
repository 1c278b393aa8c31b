import type { FileHandle } from 'node:fs/promises';

export interface ZipEntry {
  /** The offset of the entry's content in the file. */
  readonly from: number;
  readonly size: number;
  readonly crc: number;
}

const END = 0x06054b50;
const END_BYTES = 22;
const LOCATOR = 0x07064b50;
const LOCATOR_BYTES = 20;
const END_64 = 0x06064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const IN_EXTRA_32 = 0xffffffff;
const IN_EXTRA_16 = 0xffff;
const EXTRA_64 = 1;

/**
 * Lists the uncompressed entries of a zip, which may exceed 4 GB. Returns null if the file is not a zip or is
 * incomplete. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export async function listEntries(file: FileHandle): Promise<ReadonlyMap<string, ZipEntry> | null> {
  const { size } = await file.stat();
  try {
    const directory = await findDirectory(file, size);
    return directory && (await readDirectory(file, directory));
  } catch (error) {
    // The offset is outside the file or outside the part that we read.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Directory {
  readonly count: number;
  readonly size: number;
  readonly from: number;
}

async function readAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { size } = await file.stat();
  if (from < 0 || length < 0 || from + length > size) throw new RangeError('outside of the file');
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, from);
  return bytes;
}

/** We write no comment, so the end record has a fixed length. */
async function findDirectory(file: FileHandle, size: number): Promise<Directory | null> {
  const end = await readAt(file, size - END_BYTES, END_BYTES);
  if (end.readUInt32LE(0) !== END) return null;
  const plain = { count: end.readUInt16LE(10), size: end.readUInt32LE(12), from: end.readUInt32LE(16) };
  if (plain.count !== IN_EXTRA_16 && plain.size !== IN_EXTRA_32 && plain.from !== IN_EXTRA_32) return plain;
  const locator = await readAt(file, size - END_BYTES - LOCATOR_BYTES, LOCATOR_BYTES);
  if (locator.readUInt32LE(0) !== LOCATOR) return null;
  const long = await readAt(file, Number(locator.readBigUInt64LE(8)), 56);
  if (long.readUInt32LE(0) !== END_64) return null;
  return {
    count: Number(long.readBigUInt64LE(32)),
    size: Number(long.readBigUInt64LE(40)),
    from: Number(long.readBigUInt64LE(48)),
  };
}

async function readDirectory(file: FileHandle, directory: Directory): Promise<Map<string, ZipEntry> | null> {
  const bytes = await readAt(file, directory.from, directory.size);
  const entries = new Map<string, ZipEntry>();
  let at = 0;
  for (let index = 0; index < directory.count; index += 1) {
    const isStored = bytes.readUInt32LE(at) === CENTRAL && bytes.readUInt16LE(at + 10) === 0;
    if (!isStored) return null;
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const nameAt = at + 46;
    const extra = bytes.subarray(nameAt + nameBytes, nameAt + nameBytes + extraBytes);
    const { size, local } = sizesOf(bytes.subarray(at), extra);
    const head = await readAt(file, local, 30);
    if (head.readUInt32LE(0) !== LOCAL) return null;
    const from = local + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
    if (from + size > directory.from) return null;
    const name = bytes.toString('utf8', nameAt, nameAt + nameBytes);
    entries.set(name, { from, size, crc: bytes.readUInt32LE(at + 16) });
    at = nameAt + nameBytes + extraBytes + commentBytes;
  }
  return entries;
}

/** Numbers above 4 GB are in an extra field, in a fixed order and only when needed. */
function sizesOf(entry: Buffer, extra: Buffer): { size: number; local: number } {
  const [packed, size, local] = [entry.readUInt32LE(20), entry.readUInt32LE(24), entry.readUInt32LE(42)];
  const long: number[] = [];
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== EXTRA_64) continue;
    for (let each = at + 4; each + 8 <= at + 4 + extra.readUInt16LE(at + 2); each += 8)
      long.push(Number(extra.readBigUInt64LE(each)));
  }
  const next = (plain: number): number => (plain === IN_EXTRA_32 ? (long.shift() ?? Number.NaN) : plain);
  const read = { size: next(size), packed: next(packed), local: next(local) };
  if (!Number.isSafeInteger(read.size) || !Number.isSafeInteger(read.local)) throw new RangeError('no number');
  return read;
}
