import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { makeZip } from 'client-zip';
import { z } from 'zod';
import { listEntries, type ZipEntry } from './zip.ts';

/** Why a backup or restore failed, in one sentence for the operator. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupError';
  }
}

const FORMAT = 1;
const MANIFEST = 'manifest.json';
const LONGEST_MANIFEST = 256 * 1024 * 1024;

const Manifest = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  madeAt: z.iso.datetime(),
  engine: z.enum(['postgres', 'embedded']),
  migrations: z.array(z.object({ number: z.string(), name: z.string(), hash: z.string() })),
  tables: z.record(z.string(), z.object({ rows: z.number(), digest: z.string() })),
  parts: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
});
export type Manifest = z.output<typeof Manifest>;

export interface Part {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array> | readonly Uint8Array[];
}

/** Writes the parts and then a manifest with their checksums. The zip is uncompressed and has no size limit. */
export async function writeArchive(
  path: string,
  parts: AsyncIterable<Part>,
  describe: () => Omit<Manifest, 'format' | 'parts'>,
): Promise<number> {
  const sums: Manifest['parts'] = {};
  const summed = async function* ({ name, bytes }: Part) {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of bytes) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
    sums[name] = { bytes: size, sha256: hash.digest('hex') };
  };
  const entries = async function* () {
    for await (const part of parts) yield { name: part.name, input: summed(part), lastModified: new Date(0) };
    const manifest = { format: FORMAT, ...describe(), parts: sums } satisfies Manifest;
    yield { name: MANIFEST, input: JSON.stringify(manifest), lastModified: new Date(0) };
  };
  const file = await open(path, 'w', 0o600);
  try {
    let size = 0;
    for await (const chunk of makeZip(entries())) {
      await file.writeFile(chunk);
      size += chunk.length;
    }
    await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

export interface Archive {
  readonly manifest: Manifest;
  has(name: string): boolean;
  read(name: string): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Opens a backup and reads its list of parts, but not their content. */
export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new BackupError(`${path} cannot be opened.`, { cause: error });
  });
  try {
    const entries = await listEntries(file);
    if (!entries) throw new BackupError(`${path} is no backup, or its end is missing.`);
    const read = (name: string): AsyncIterable<Uint8Array> => {
      const entry = entries.get(name);
      if (!entry) throw new BackupError(`${path} lacks its part ${name}.`);
      return bytesOf(entry);
    };
    const bytesOf = ({ from, size }: ZipEntry): AsyncIterable<Uint8Array> =>
      size === 0 ? none() : file.createReadStream({ start: from, end: from + size - 1, autoClose: false });
    const manifest = await readManifest(path, { read, entry: entries.get(MANIFEST) });
    return { manifest, has: (name) => entries.has(name), read, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* none(): AsyncGenerator<Uint8Array, void> {
  // Describes a part without its content.
}

async function readManifest(
  path: string,
  { read, entry }: { read: Archive['read']; entry: ZipEntry | undefined },
): Promise<Manifest> {
  const damaged = new BackupError(`${path} is damaged: its manifest cannot be read.`);
  if (entry && entry.size > LONGEST_MANIFEST) throw damaged;
  const bytes = await buffer(read(MANIFEST));
  if (crc32(bytes) !== entry?.crc) throw damaged;
  const json = JSON.parse(bytes.toString()) as { format?: unknown };
  if (json.format !== FORMAT)
    throw new BackupError(`${path} was made by a newer release. Restore it with that release.`);
  const parsed = Manifest.safeParse(json);
  if (!parsed.success) throw damaged;
  return parsed.data;
}

/** Reads every part again and compares its checksum. */
export async function verifyParts(archive: Archive, path: string): Promise<void> {
  for (const [name, { bytes, sha256 }] of Object.entries(archive.manifest.parts)) {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of archive.read(name)) {
      hash.update(chunk);
      size += chunk.length;
    }
    if (size !== bytes || hash.digest('hex') !== sha256)
      throw new BackupError(`${path} is damaged in its part ${name}.`);
  }
}
