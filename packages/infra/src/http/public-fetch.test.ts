import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { UpstreamError } from '@tally/kernel';
import { Agent } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMetrics } from '../metrics/index.ts';
import { imageTypes, type PublicCall } from './index.ts';
import { createPublicFetch } from './public-fetch.ts';

/** The addresses of a name. Several lists are returned one after another (rebinding). */
const names: Record<string, string[][]> = {};
let dialed: string[] = [];
let asked: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => answer(request, response));
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  dialed = [];
  asked = [];
  answer = (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('png');
  Object.assign(names, { 'cdn.example.com': [['93.184.216.34']] });
});

const fetchPublic = createPublicFetch({
  isAllowed: true,
  metrics: createMetrics({ withProcess: false }),
  resolve: async (host) => {
    asked.push(host);
    const answers = names[host] ?? [];
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
  },
  // Connects every address to this server in plain text, and records which address would have been dialed.
  dial: (address) => {
    dialed.push(address);
    return new Agent({
      connect: (_options, done) => {
        const socket = connect(port, '127.0.0.1', () => done(null, socket));
      },
    });
  },
});
const image = (url: string, over: Partial<PublicCall> = {}) =>
  fetchPublic({ url, types: imageTypes, maxBytes: 1_000, timeoutMs: 2_000, ...over });

describe('a good address', () => {
  test('is fetched from the address that was checked', async () => {
    const file = await image('https://cdn.example.com/a.png');
    expect(file).toEqual({ contentType: 'image/png', bytes: Buffer.from('png') });
    expect(dialed).toEqual(['93.184.216.34']);
  });

  test('follows redirects, checks each of them, and stops at the limit', async () => {
    let left = 2;
    answer = (_request, response) => {
      left -= 1;
      if (left >= 0) response.writeHead(302, { location: 'https://cdn.example.com/next' }).end();
      else response.writeHead(200, { 'content-type': 'image/png; charset=x' }).end('png');
    };
    expect((await image('https://cdn.example.com/a.png')).contentType).toBe('image/png');
    expect(asked).toHaveLength(3);
    left = 99;
    await expect(image('https://cdn.example.com/a.png')).rejects.toThrow(/too often/);
  });
});

/** None of these addresses may be dialed. */
const corpus = [
  // this machine, in every spelling
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://0x7f.1/',
  'https://127.0.0.1./',
  'https://127.8.9.10/',
  'https://0/',
  'https://0.0.0.0/',
  'https://①②⑦.⓪.⓪.①/',
  'https://１２７.0.0.1/',
  'https://127%2e0%2e0%2e1/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://a.localhost/',
  'https://[::1]/',
  'https://[::]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://localhost.localdomain/',
  // IPv4 inside IPv6
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a00:1::1]/',
  'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[::ffff:93.184.216.34]/',
  // networks around it, and the clouds' metadata
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://100.64.0.1/',
  'https://100.100.100.200/',
  'https://168.63.129.16/',
  'https://192.0.0.192/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://198.51.100.1/',
  'https://203.0.113.1/',
  'https://224.0.0.1/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://192.88.99.1/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[ff02::1]/',
  'https://[2001:db8::1]/',
  'https://[100::1]/',
  'https://[fec0::1]/',
  'https://metadata.google.internal/',
  'https://printer.local/',
  'https://nas.lan/',
  'https://intranet/',
  'https://db/',
  'https://router.home.arpa/',
  // not https, user-info, ports, nonsense
  'http://cdn.example.com/',
  'ftp://cdn.example.com/',
  'file:///etc/passwd',
  'gopher://cdn.example.com/',
  'data:image/png;base64,AA',
  'javascript:alert(1)',
  'https://user@cdn.example.com/',
  'https://user:pass@cdn.example.com/',
  'https://cdn.example.com@127.0.0.1/',
  'https://cdn.example.com:8443/',
  'https://cdn.example.com:80/',
  'https://127.0.0.1:443/',
  'https://cdn.example.com:22/',
  '//cdn.example.com/',
  '/a.png',
  '',
  'https://',
  'https:///127.0.0.1/',
  'https:127.0.0.1',
  'https://127.0.0.1\\@cdn.example.com/',
  'https://127.0.0.1#@cdn.example.com/',
  'https://127.0.0.1?@cdn.example.com/',
  `https://cdn.example.com/${'a'.repeat(5_000)}`,
];

describe('addresses that must never be dialed', () => {
  test('the corpus is large enough', () => expect(new Set(corpus).size).toBeGreaterThanOrEqual(60));

  test.each(corpus)('%s', async (url) => {
    await expect(image(url)).rejects.toMatchObject({ kind: 'denied' });
    expect(dialed).toEqual([]);
  });

  test.each(corpus)('not by a redirect either: %s', async (url) => {
    // Relative redirects stay on the checked host.
    if (!URL.canParse(url)) return;
    answer = (_request, response) => response.writeHead(302, { location: encodeURI(url) }).end();
    await expect(image('https://cdn.example.com/a.png', { maxRedirects: 1 })).rejects.toBeInstanceOf(UpstreamError);
    expect(dialed.filter((address) => address !== '93.184.216.34')).toEqual([]);
  });

  test.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
    ['fe80::1%eth0'],
    ['0x7f.1'],
    ['017700000001'],
  ])('refuses a name that resolves to %s', async (address) => {
    names['evil.example.com'] = [[address]];
    await expect(image('https://evil.example.com/')).rejects.toMatchObject({ kind: 'denied' });
    names['evil.example.com'] = [['93.184.216.34', address]];
    await expect(image('https://evil.example.com/')).rejects.toMatchObject({ kind: 'denied' });
    expect(dialed).toEqual([]);
  });

  test('resolves a name once per call, so it cannot change (rebinding)', async () => {
    names['rebind.example.com'] = [['93.184.216.34'], ['127.0.0.1']];
    await image('https://rebind.example.com/');
    expect(asked).toEqual(['rebind.example.com']);
    expect(dialed).toEqual(['93.184.216.34']);
    await expect(image('https://rebind.example.com/')).rejects.toMatchObject({ kind: 'denied' });
  });

  test('a host that is not on the caller’s list', async () => {
    const hosts = ['cdn.example.com', '*.ok.example'];
    await image('https://cdn.example.com/a.png', { hosts });
    await expect(image('https://other.example.com/', { hosts })).rejects.toMatchObject({ kind: 'denied' });
    await expect(image('https://evilok.example/', { hosts })).rejects.toMatchObject({ kind: 'denied' });
  });
});

describe('answers', () => {
  test.each(['text/html', 'image/svg+xml', 'application/json', ''])('%s is no image', async (type) => {
    answer = (_request, response) => response.writeHead(200, { 'content-type': type }).end('x');
    await expect(image('https://cdn.example.com/')).rejects.toMatchObject({ kind: 'odd' });
  });

  test('too much is dropped, exactly enough is not', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(1_001));
    await expect(image('https://cdn.example.com/')).rejects.toMatchObject({ kind: 'odd' });
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(1_000));
    expect((await image('https://cdn.example.com/')).bytes).toHaveLength(1_000);
  });

  test('silence ends', async () => {
    answer = () => undefined;
    await expect(image('https://cdn.example.com/', { timeoutMs: 50 })).rejects.toMatchObject({ kind: 'down' });
  });
});
