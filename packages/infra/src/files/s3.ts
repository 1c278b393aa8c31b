import { seconds, systemTimers, type Timers, UpstreamError } from '@tally/kernel';
import { AwsClient } from 'aws4fetch';
import { z } from 'zod';
import { attachmentOf, checkKey, checkPrefix, contentTypeOf, type Files, type StoredFile } from './files.ts';
import { createUploads } from './uploads.ts';
import { readField, unescapeXml } from './xml.ts';

export interface S3Options {
  /** The endpoint of any S3-compatible service. The bucket is part of the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /**
   * The size of all parts of a large file except the last. Larger files use larger parts to stay below the maximum
   * number of parts. R2 requires equal sizes.
   */
  readonly partBytes?: number;
  readonly timers?: Timers;
}

/** The limit for the start of a response and for each chunk. A large file as a whole has no time limit. */
const SILENCE_MS = seconds(15);
/** Enough time for one part over a slow connection. */
const PART_TIMEOUT_MS = seconds(120);

const world = 'files';

export function createS3Files(options: S3Options): Files {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey, timers = systemTimers } = options;
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const root = `${endpoint}/${bucket}`;
  const send = async (url: string, init: RequestInit = {}, withinMs: number = SILENCE_MS): Promise<Response> => {
    const signed = await aws.sign(url, init);
    const stop = new AbortController();
    const soon = async <T>(work: Promise<T>): Promise<T> => {
      const cancel = timers.after(withinMs, () => stop.abort());
      try {
        return await work;
      } catch (error) {
        throw new UpstreamError({
          world,
          kind: 'down',
          message: 'the file storage could not be reached',
          cause: error,
        });
      } finally {
        cancel();
      }
    };
    const response = await soon(fetch(signed, { redirect: 'error', signal: stop.signal }));
    const reader = response.body?.getReader();
    if (!reader) return response;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      const { done, value } = await soon(reader.read());
      if (done) controller.close();
      else controller.enqueue(value);
    };
    const cancel = (reason: unknown) => reader.cancel(reason);
    return new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 }), response);
  };
  const read = async (key: string, init: RequestInit = {}): Promise<Response | null> => {
    const response = await send(`${root}/${checkKey(key)}`, init);
    if (response.status !== 404) return await good(response);
    await response.body?.cancel();
    return null;
  };
  const put = async (key: string, bytes: Uint8Array): Promise<void> => {
    const headers = { 'content-type': contentTypeOf(checkKey(key)) };
    const body = Buffer.from(bytes);
    await finish(await send(`${root}/${key}`, { method: 'PUT', headers, body }, PART_TIMEOUT_MS));
  };
  const sizeOf = async (key: string): Promise<number | null> => {
    const length = (await read(key, { method: 'HEAD' }))?.headers.get('content-length');
    return length ? Number(length) : null;
  };
  const uploads = createUploads({
    root,
    partBytes: options.partBytes ?? 8 * 1024 * 1024,
    async ask(url, init) {
      const response = await good(await send(url, init, PART_TIMEOUT_MS));
      return { xml: await response.text(), etag: response.headers.get('etag') };
    },
    put,
    sizeOf,
  });
  return {
    put,
    putStream: uploads.putStream,
    dropUpload: uploads.dropUpload,
    dropUnfinished: uploads.dropUnfinished,
    freeBytes: async () => null,
    async get(key) {
      const response = await read(key);
      return response && Buffer.from(await response.arrayBuffer());
    },
    async stream(key, range) {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      return (await read(key, { headers }))?.body ?? null;
    },
    async find(key) {
      const headers = (await read(key, { method: 'HEAD' }))?.headers;
      const length = headers?.get('content-length');
      if (!headers || !length) return null;
      return { size: Number(length), version: headers.get('etag') ?? headers.get('last-modified') ?? length };
    },
    async delete(key) {
      await finish(await send(`${root}/${checkKey(key)}`, { method: 'DELETE' }));
    },
    async *list(prefix) {
      checkPrefix(prefix);
      let from: string | null = null;
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix, 'encoding-type': 'url' });
        if (from) query.set('continuation-token', from);
        const page = readPage(await (await good(await send(`${root}?${query.toString()}`))).text());
        yield* page.files;
        from = page.next;
      } while (from);
    },
    async signedUrl(key, seconds, { downloadName } = {}) {
      const url = new URL(`${root}/${checkKey(key)}`);
      url.searchParams.set('X-Amz-Expires', String(seconds));
      if (downloadName !== undefined) url.searchParams.set('response-content-disposition', attachmentOf(downloadName));
      return (await aws.sign(url.href, { aws: { signQuery: true } })).url;
    },
  };
}

async function finish(response: Response): Promise<void> {
  await (await good(response)).body?.cancel();
}

async function good(response: Response): Promise<Response> {
  if (response.ok) return response;
  const { status } = response;
  const code = /<Code>([A-Za-z]{1,64})<\/Code>/.exec((await response.text()).slice(0, 4_096))?.[1];
  const kind =
    status === 401 || status === 403
      ? 'denied'
      : status === 404
        ? 'gone'
        : status === 429 || status === 503
          ? 'limited'
          : 'down';
  throw new UpstreamError({ world, kind, status, upstreamCode: code, message: `the file storage answered ${status}` });
}

const Entry = z.object({ key: z.string(), size: z.coerce.number().int(), modifiedAt: z.coerce.date() });

/** The few elements of https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html that we need. */
function readPage(xml: string): { readonly files: readonly StoredFile[]; readonly next: string | null } {
  const files = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => {
    const parsed = Entry.safeParse({
      // `encoding-type=url` prevents special characters in a key from breaking the XML.
      key: decodeURIComponent((readField(entry, 'Key') ?? '').replaceAll('+', ' ')),
      size: readField(entry, 'Size'),
      modifiedAt: readField(entry, 'LastModified'),
    });
    if (!parsed.success) throw new UpstreamError({ world, kind: 'odd', message: 'an unexpected listing' });
    return parsed.data;
  });
  const next = readField(xml, 'IsTruncated') === 'true' ? readField(xml, 'NextContinuationToken') : undefined;
  return { files, next: next ? unescapeXml(next) : null };
}
