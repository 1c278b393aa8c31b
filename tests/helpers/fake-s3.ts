import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small bucket for tests. It computes every signature itself from the published rules, and refuses wrong ones. */
export interface FakeS3 {
  readonly endpoint: string;
  /** The refused requests so far. */
  readonly refused: string[];
  /** The stored objects by key. Tests may add other objects, and damage ours. */
  readonly objects: Map<string, Buffer>;
  /** The numbers of the sent parts, in order. */
  readonly parts: number[];
  /** The faults that the next large file meets. */
  readonly faults: Faults;
  /** Uploads that were started but not completed. */
  readonly open: ReadonlyMap<string, Upload>;
  close(): Promise<void>;
}

interface Faults {
  /** How many parts are stored without a reply to the sender. */
  lostPartReplies: number;
  /** How many completions return 200 with an error in the body. */
  badCompletions: number;
  /** How many completions succeed without a reply. */
  lostCompletions: number;
}

interface Upload {
  readonly key: string;
  initiated: Date;
  readonly parts: Map<number, Buffer>;
}

interface Bucket {
  readonly objects: Map<string, Buffer>;
  readonly open: Map<string, Upload>;
  readonly parts: number[];
  readonly faults: Faults;
}

interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** The only bucket that exists. By default, every name exists. */
  readonly bucket?: string;
}

const pageSize = 3;

export async function startFakeS3(keys: Keys): Promise<FakeS3> {
  const bucket: Bucket = {
    objects: new Map(),
    open: new Map(),
    parts: [],
    faults: { lostPartReplies: 0, badCompletions: 0, lostCompletions: 0 },
  };
  const refused: string[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const problem = problemOf(request, body, keys);
      if (problem) {
        refused.push(problem);
        response.writeHead(403).end(`<Error><Code>SignatureDoesNotMatch</Code></Error>`);
        return;
      }
      const url = new URL(request.url ?? '/', 'http://s3');
      if (keys.bucket !== undefined && url.pathname.split('/')[1] !== keys.bucket) {
        response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>');
        return;
      }
      const told = answerUpload(bucket, request.method ?? 'GET', { url, body });
      if (told === 'lost') return void response.destroy();
      const { status, content, etag = `"${md5(content)}"` } = told ?? answer(bucket.objects, request, body);
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const disposition = url.searchParams.get('response-content-disposition');
      if (disposition) response.setHeader('content-disposition', disposition);
      if (from && to && status === 200) response.writeHead(206).end(content.slice(Number(from), Number(to) + 1));
      else response.writeHead(status, { 'content-length': content.length, etag }).end(content);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused,
    objects: bucket.objects,
    parts: bucket.parts,
    faults: bucket.faults,
    open: bucket.open,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Told {
  readonly status: number;
  readonly content: string;
  readonly etag?: string;
}

const failed = (status: number, code: string): Told => ({ status, content: `<Error><Code>${code}</Code></Error>` });
const PARTS_ON_A_PAGE = 2;

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html; all parts except the last must be equal, as
 * R2 requires.
 */
function answerUpload(
  bucket: Bucket,
  method: string,
  { url, body }: { readonly url: URL; readonly body: Buffer },
): Told | 'lost' | null {
  const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'));
  const query = url.searchParams;
  if (query.has('uploads')) {
    if (method === 'GET') return { status: 200, content: listUploads(bucket) };
    const id = `upload-${bucket.open.size + bucket.parts.length}<&>${key.length}`;
    bucket.open.set(id, { key, initiated: new Date(), parts: new Map() });
    const content = `<InitiateMultipartUploadResult><UploadId>${xml(id)}</UploadId></InitiateMultipartUploadResult>`;
    return { status: 200, content };
  }
  const id = query.get('uploadId');
  if (id === null) return null;
  const upload = bucket.open.get(id);
  if (!upload || upload.key !== key) return failed(404, 'NoSuchUpload');
  switch (method) {
    case 'PUT':
      return takePart(bucket, upload, { number: Number(query.get('partNumber')), body });
    case 'DELETE':
      bucket.open.delete(id);
      return { status: 204, content: '' };
    case 'GET':
      return { status: 200, content: listParts(upload, Number(query.get('part-number-marker'))) };
    default:
      return complete(bucket, { id, upload, body: body.toString() });
  }
}

function takePart(bucket: Bucket, upload: Upload, { number, body }: { number: number; body: Buffer }): Told | 'lost' {
  if (!(number >= 1 && number <= 10_000)) return failed(400, 'InvalidArgument');
  upload.parts.set(number, body);
  bucket.parts.push(number);
  if (bucket.faults.lostPartReplies > 0) {
    bucket.faults.lostPartReplies -= 1;
    return 'lost';
  }
  return { status: 200, content: '', etag: `"${md5(body)}"` };
}

function listParts({ parts }: Upload, after: number): string {
  const left = [...parts].filter(([number]) => number > after).sort(([a], [b]) => a - b);
  const page = left.slice(0, PARTS_ON_A_PAGE);
  const lines = page.map(
    ([number, bytes]) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>&quot;${md5(bytes)}&quot;</ETag><Size>${bytes.length}</Size></Part>`,
  );
  const isMore = left.length > page.length;
  const next = `<NextPartNumberMarker>${page.at(-1)?.[0] ?? 0}</NextPartNumberMarker>`;
  return `<ListPartsResult>${next}<IsTruncated>${isMore}</IsTruncated>${lines.join('')}</ListPartsResult>`;
}

function listUploads({ open }: Bucket): string {
  const lines = [...open].map(
    ([id, { key, initiated }]) =>
      `<Upload><Key>${key}</Key><UploadId>${xml(id)}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
  );
  return `<ListMultipartUploadsResult>${lines.join('')}</ListMultipartUploadsResult>`;
}

function complete(bucket: Bucket, { id, upload, body }: { id: string; upload: Upload; body: string }): Told | 'lost' {
  if (bucket.faults.badCompletions > 0) {
    bucket.faults.badCompletions -= 1;
    return failed(200, 'InternalError');
  }
  const named = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)];
  const parts = named.map(([, number, etag]) => ({ bytes: upload.parts.get(Number(number)), etag }));
  const isKnown = ({ bytes, etag }: (typeof parts)[number]) => bytes && etag === `&#34;${md5(bytes)}&#34;`;
  if (parts.length === 0 || !parts.every(isKnown)) return failed(400, 'InvalidPart');
  const sizes = new Set(parts.slice(0, -1).map(({ bytes }) => bytes?.length));
  if (sizes.size > 1) return failed(400, 'InvalidPart');
  bucket.objects.set(upload.key, Buffer.concat(parts.flatMap(({ bytes }) => bytes ?? [])));
  bucket.open.delete(id);
  if (bucket.faults.lostCompletions > 0) {
    bucket.faults.lostCompletions -= 1;
    return 'lost';
  }
  return { status: 200, content: '<CompleteMultipartUploadResult/>' };
}

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function answer(
  objects: Map<string, Buffer>,
  request: IncomingMessage,
  body: Buffer,
): { status: number; content: string | Buffer; etag?: string } {
  const url = new URL(request.url ?? '/', 'http://s3');
  const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'));
  if (key === '') return { status: 200, content: listing(objects, url.searchParams) };
  switch (request.method ?? 'GET') {
    case 'PUT':
      objects.set(key, body);
      return { status: 200, content: '' };
    case 'DELETE':
      objects.delete(key);
      return { status: 204, content: '' };
    default: {
      const found = objects.get(key);
      return found
        ? { status: 200, content: found }
        : { status: 404, content: '<Error><Code>NoSuchKey</Code></Error>' };
    }
  }
}

function listing(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const after = query.get('continuation-token')?.slice('after <'.length) ?? '';
  const all = [...objects]
    .filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const page = all.slice(0, pageSize);
  const contents = page.map(
    ([key, bytes]) =>
      `<Contents><Key>${encodeURIComponent(key)}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><Size>${bytes.length}</Size></Contents>`,
  );
  const isMore = all.length > page.length;
  const next = isMore ? `<NextContinuationToken>after &lt;${page.at(-1)?.[0]}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${isMore}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

const md5 = (data: string | Buffer) => createHash('md5').update(data).digest('hex');
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html, in the header and in the query. */
function problemOf(request: IncomingMessage, body: Buffer, keys: Keys): string | null {
  const url = new URL(request.url ?? '/', 'http://s3');
  const header = /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
    request.headers.authorization ?? '',
  );
  const [credential, signedHeaders, signature] = header
    ? header.slice(1)
    : ['Credential', 'SignedHeaders', 'Signature'].map((name) => url.searchParams.get(`X-Amz-${name}`) ?? '');
  if (!credential || !signedHeaders || !signature) return 'not signed';
  const [accessKeyId, day = '', region = '', service = ''] = credential.split('/');
  if (accessKeyId !== keys.accessKeyId || region !== keys.region) return 'unknown key';
  const at = header ? String(request.headers['x-amz-date']) : (url.searchParams.get('X-Amz-Date') ?? '');
  const seconds = header ? 900 : Number(url.searchParams.get('X-Amz-Expires'));
  const made = Date.parse(at.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - made) <= seconds * 1_000)) return 'too old';
  const payload = header ? String(request.headers['x-amz-content-sha256']) : 'UNSIGNED-PAYLOAD';
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'another body';
  url.searchParams.delete('X-Amz-Signature');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(''), signedHeaders, payload].join('\n');
  const scope = [day, region, service, 'aws4_request'].join('/');
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n');
  const key = ['aws4_request'].reduce(hmac, hmac(hmac(hmac(`AWS4${keys.secretAccessKey}`, day), region), service));
  return hmac(key, text).toString('hex') === signature ? null : 'wrong signature';
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
