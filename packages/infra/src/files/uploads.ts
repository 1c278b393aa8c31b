/** Uploads of large files in parts: https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html */
import { UpstreamError } from '@tally/kernel';
import {
  type ByteSource,
  checkKey,
  contentTypeOf,
  type Files,
  FileTooLargeError,
  type PutStreamOptions,
  readFrom,
  type UploadMemory,
} from './files.ts';
import { escapeXml, readAll, readField, unescapeXml } from './xml.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const MOST_PARTS = 10_000;
const TRIES = 3;

interface UploadsOptions {
  readonly root: string;
  readonly partBytes: number;
  /** Throws unless the response is a success. */
  readonly ask: (url: string, init: RequestInit) => Promise<Told>;
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>;
  readonly sizeOf: (key: string) => Promise<number | null>;
}

type Uploads = Pick<Files, 'putStream' | 'dropUpload' | 'dropUnfinished'>;

export interface Told {
  readonly xml: string;
  /** The ETag of the stored part. */
  readonly etag: string | null;
}

interface Part {
  readonly number: number;
  readonly size: number;
  readonly etag: string;
}

interface Upload {
  readonly key: string;
  readonly url: string;
  readonly id: string;
}

export function createUploads(options: UploadsOptions): Uploads {
  const { root, partBytes, ask } = options;
  const urlOf = ({ url, id }: Upload, query: Record<string, string> = {}) =>
    `${url}?${new URLSearchParams({ ...query, uploadId: id }).toString()}`;
  const abort = async (upload: Upload) => void (await ask(urlOf(upload), { method: 'DELETE' }));

  return {
    async putStream(key: string, source: ByteSource, { maxBytes, resume }: PutStreamOptions): Promise<number> {
      const known = resume?.uploadId ? await findUpload(key, resume.uploadId) : null;
      const sent: Part[] = [...(known?.parts ?? [])];
      const size = sent[0]?.size ?? Math.max(partBytes, Math.ceil(maxBytes / MOST_PARTS));
      const parts = cut(readFrom(source, sizeOf(sent), maxBytes), size);
      let upload = known?.upload;
      try {
        let next = await parts.next();
        if (!upload && (next.done || next.value.length < size)) {
          const whole = next.done ? Buffer.alloc(0) : next.value;
          await options.put(key, whole);
          return whole.length;
        }
        upload ??= await begin(key, resume);
        for (; !next.done; next = await parts.next()) {
          sent.push(await send(upload, sent.length + 1, next.value));
          await resume?.stored(sizeOf(sent));
        }
        await complete(upload, sent);
      } catch (error) {
        await parts.return(undefined);
        // Aborts an upload that cannot be resumed, because its parts would cost money every month.
        if (upload && (!resume || error instanceof FileTooLargeError)) await quietly(abort(upload));
        throw error;
      }
      return sizeOf(sent);
    },
    dropUpload: async (key: string, id: string) => await quietly(abort({ key, url: `${root}/${checkKey(key)}`, id })),
    async dropUnfinished(before: Date): Promise<number> {
      const { xml } = await ask(`${root}?uploads=`, { method: 'GET' });
      const old = readAll(xml, 'Upload').filter((each) => new Date(readField(each, 'Initiated') ?? '') < before);
      for (const each of old) {
        const key = checkKey(unescapeXml(readField(each, 'Key') ?? ''));
        await quietly(abort({ key, url: `${root}/${key}`, id: unescapeXml(readField(each, 'UploadId') ?? '') }));
      }
      return old.length;
    },
  };

  /** Returns null if the storage has no part of the upload or no longer knows it. */
  async function findUpload(key: string, id: string) {
    const upload = { key, url: `${root}/${checkKey(key)}`, id };
    const stored = await listParts(upload);
    if (!stored) return null;
    const parts: Part[] = [];
    for (let part = stored.get(1); part; part = stored.get(parts.length + 1)) parts.push(part);
    return { upload, parts };
  }

  async function begin(key: string, memory: UploadMemory | undefined): Promise<Upload> {
    const url = `${root}/${checkKey(key)}`;
    const headers = { 'content-type': contentTypeOf(key) };
    const { xml } = await ask(`${url}?uploads=`, { method: 'POST', headers });
    const id = unescapeXml(readField(xml, 'UploadId') ?? '');
    if (id === '') throw odd('an upload without an id');
    await memory?.remember(id);
    return { key, url, id };
  }

  /** Returns null if the storage no longer knows this upload. */
  async function listParts(upload: Upload): Promise<Map<number, Part> | null> {
    const found = new Map<number, Part>();
    try {
      for (let marker: string | undefined = '0'; marker !== undefined; ) {
        const { xml }: Told = await ask(urlOf(upload, { 'part-number-marker': marker }), { method: 'GET' });
        for (const each of readAll(xml, 'Part')) {
          const number = Number(readField(each, 'PartNumber'));
          const etag = unescapeXml(readField(each, 'ETag') ?? '');
          found.set(number, { number, size: Number(readField(each, 'Size')), etag });
        }
        marker = readField(xml, 'IsTruncated') === 'true' ? readField(xml, 'NextPartNumberMarker') : undefined;
      }
      return found;
    } catch (error) {
      if (error instanceof UpstreamError && error.kind === 'gone') return null;
      throw error;
    }
  }

  /** Sends a part. After a lost reply it is sent again and replaces itself. */
  async function send(upload: Upload, number: number, bytes: Buffer): Promise<Part> {
    const url = urlOf(upload, { partNumber: String(number) });
    const { etag } = await again(async () => await ask(url, { method: 'PUT', body: new Uint8Array(bytes) }));
    if (etag === null) throw odd('a part without a tag');
    return { number, size: bytes.length, etag };
  }

  /** The storage may respond with 200 and then report a failure. If the response is lost, the file may still exist. */
  async function complete(upload: Upload, parts: readonly Part[]): Promise<void> {
    const lines = parts.map(
      ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload>${lines.join('')}</CompleteMultipartUpload>`;
    const headers = { 'content-type': 'application/xml' };
    try {
      await again(async () => {
        const { xml } = await ask(urlOf(upload), { method: 'POST', headers, body });
        if (!xml.includes('<Error>')) return;
        throw new UpstreamError({
          world: 'files',
          kind: 'down',
          message: 'an upload was not put together',
          upstreamCode: readField(xml, 'Code'),
        });
      });
    } catch (error) {
      if ((await options.sizeOf(upload.key)) !== sizeOf(parts)) throw error;
    }
  }
}

const sizeOf = (parts: readonly Part[]): number => parts.reduce((sum, { size }) => sum + size, 0);

const odd = (message: string) => new UpstreamError({ world: 'files', kind: 'odd', message });

async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const isOver = !(error instanceof UpstreamError) || !['down', 'limited'].includes(error.kind);
      if (isOver || tries >= TRIES) throw error;
    }
  }
}

/** The original error is already thrown, and the sweeper deletes leftovers. */
async function quietly(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
  }
}

/** Splits the bytes into equal parts. The last part is the rest. */
async function* cut(bytes: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Buffer, void, undefined> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; ) {
      const piece = chunk.subarray(from, from + partBytes - length);
      held.push(piece);
      length += piece.length;
      from += piece.length;
      if (length < partBytes) continue;
      yield Buffer.concat(held, length);
      held = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(held, length);
}
