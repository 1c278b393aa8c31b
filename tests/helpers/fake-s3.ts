import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small bucket for tests. It computes every signature itself, from the published rules, and refuses what does not fit. */
export interface FakeS3 {
  readonly endpoint: string;
  /** Refused requests so far. */
  readonly refused: string[];
  close(): Promise<void>;
}

interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const pageSize = 3;

export async function startFakeS3(keys: Keys): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
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
      const { status, content } = answer(objects, request, body);
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      if (from && to && status === 200) response.writeHead(206).end(content.slice(Number(from), Number(to) + 1));
      else response.writeHead(status, { 'content-length': content.length }).end(content);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(
  objects: Map<string, Buffer>,
  request: IncomingMessage,
  body: Buffer,
): { status: number; content: string | Buffer } {
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
