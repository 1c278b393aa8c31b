import { once } from 'node:events';
import { createServer as createHttpServer, request, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { demoUser } from '@tally/tests/api';
import { loginCode, type Stack, startStack } from '@tally/tests/stack';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** A 1 × 1 PNG. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Another service in the web app's network, which no request may reach. */
let canary: TcpServer;
let port: number;
let touched: string[];
/** The only allowed source of pictures, which redirects on request. */
let pictures: Server;
let cdn: string;
const contact = 'mailto:security@tally.example';
let stack: Stack;

beforeAll(async () => {
  canary = createTcpServer((socket) => {
    socket.once('data', (data) => touched.push(data.toString().split('\r\n', 1)[0] ?? ''));
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  });
  // Listens on every address of this machine, including IPv6.
  canary.on('connection', () => touched.push('a connection'));
  port = await listen(canary, '::');
  pictures = createHttpServer((asked, answer) => {
    const { pathname, searchParams } = new URL(asked.url ?? '/', 'http://pictures');
    const to = searchParams.get('to');
    if (!pathname.startsWith('/cdn/')) touched.push(`outside of the folder: ${pathname}`);
    if (to) answer.writeHead(Number(searchParams.get('status')), { location: to }).end();
    else answer.writeHead(200, { 'content-type': 'image/png' }).end(picture);
  });
  cdn = `http://127.0.0.1:${await listen(pictures, '127.0.0.1')}/cdn`;
  stack = await startStack({ webEnv: { DISCORD_CDN_URL: cdn, SECURITY_CONTACT: contact } });
});
afterAll(async () => {
  await stack?.close();
  canary?.close();
  pictures?.close();
});
beforeEach(() => {
  touched = [];
});

async function listen(server: TcpServer, host: string): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Returns URLs that a careless check would accept as allowed, or would not recognize as URLs. */
function addresses(): string[] {
  const allowed = new URL(cdn).host;
  const hosts = [
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    '127.1',
    '127.0.1',
    '127.0.0.1.',
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '0177.0.0.0x1',
    '127.000.000.001',
    '127.0.0.2',
    '0',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    'ｌｏｃａｌｈｏｓｔ',
    '%6c%6f%63%61%6c%68%6f%73%74',
  ];
  const here = `127.0.0.1:${port}`;
  return [
    ...hosts.map((host) => `http://${host}:${port}/cdn/a.png`),
    `https://${here}/cdn/a.png`,
    `//${here}/cdn/a.png`,
    `\\\\${here}\\cdn\\a.png`,
    `/\\${here}/cdn/a.png`,
    `///${here}/cdn/a.png`,
    `http:${here}/cdn/a.png`,
    `http:\\\\${here}\\cdn\\a.png`,
    `http:///${here}/cdn/a.png`,
    `HTTP://${here}/cdn/a.png`,
    ` http://${here}/cdn/a.png`,
    `ht\ntp://${here}/cdn/a.png`,
    `http://${allowed}@${here}/cdn/a.png`,
    `http://${allowed}%40${here}/cdn/a.png`,
    `http://${here}#@${allowed}/cdn/a.png`,
    `http://${here}?@${allowed}/cdn/a.png`,
    `http://${here}\\@${allowed}/cdn/a.png`,
    `http://user:word@${allowed}@${here}/cdn/a.png`,
    `http://${here}/${cdn}/a.png`,
    `${cdn}.127.0.0.1:${port}/a.png`,
    `${cdn}@${here}/a.png`,
    `${cdn}:${port}/a.png`,
    `http://${here}/cdn/../cdn/a.png`,
    `ftp://${here}/cdn/a.png`,
    `file:///etc/passwd`,
    `gopher://${here}/_GET`,
    `data:image/png;base64,${picture.toString('base64')}`,
    // The host is allowed, but the folder is not.
    `http://${allowed}/secret.png`,
    `${cdn}/../secret.png`,
    `${cdn}/%2e%2e/secret.png`,
    `${cdn}/..\\secret.png`,
    `${cdn}evil/a.png`,
    // The allowed host redirects elsewhere.
    ...[301, 302, 303, 307, 308].map((status) => `${cdn}/on?status=${status}&to=http://${here}/a.png`),
    `${cdn}/on?status=302&to=//${here}/a.png`,
  ];
}

describe('/_next/image', () => {
  it('decodes no pictures, not even our own', async () => {
    for (const address of [`${cdn}/a.png`, `${cdn}/attachments/1/2/a.png`, '/icon.svg', '/icons/512.png']) {
      const answer = await fetch(`${stack.web}/_next/image?url=${encodeURIComponent(address)}&w=64&q=75`);
      expect([address, answer.status]).toEqual([address, 404]);
    }
    expect(touched).toEqual([]);
  });
});

describe('/api/emoji-proxy', () => {
  const ask = (url: string) => fetch(`${stack.web}/api/emoji-proxy?url=${encodeURIComponent(url)}`);

  it('hands over a picture of the allowed place', async () => {
    const answer = await ask(`${cdn}/a.png`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^image\//);
    expect(touched).toEqual([]);
  });

  it('calls no other host, however the address is written', async () => {
    const handedOver: string[] = [];
    for (const address of addresses()) {
      const answer = await ask(address);
      const body = await answer.arrayBuffer();
      if (answer.ok && body.byteLength > 0) handedOver.push(address);
    }
    expect(handedOver).toEqual([]);
    expect(touched).toEqual([]);
  });
});

describe('the way of error reports', () => {
  it('calls no host named in a report', async () => {
    for (const address of addresses()) {
      const dsn = address.replace('://', '://0123456789abcdef0123456789abcdef@');
      const envelope = [
        JSON.stringify({ event_id: '0'.repeat(32), dsn }),
        JSON.stringify({ type: 'event' }),
        JSON.stringify({ message: 'x' }),
      ].join('\n');
      const query = `?o=${encodeURIComponent(address)}&p=1`;
      const answer = await fetch(`${stack.web}/api/tunnel${query}`, {
        method: 'POST',
        body: envelope,
        headers: { origin: stack.web, 'sec-fetch-site': 'same-origin' },
      });
      await answer.arrayBuffer();
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    expect(touched).toEqual([]);
  });
});

describe('every other door of the web app', () => {
  /** Sends a raw request, because fetch cannot set the host or an absolute URL. */
  function raw(path: string, headers: Record<string, string>): Promise<number> {
    return new Promise((resolve, reject) => {
      const { hostname, port: webPort } = new URL(stack.web);
      const asked = request({ hostname, port: webPort, path, headers, agent: false }, (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
      });
      asked.once('error', reject);
      asked.end();
    });
  }

  it('does not trust a caller’s claim about its own address', async () => {
    const here = `127.0.0.1:${port}`;
    const said: Record<string, string>[] = [
      { host: here },
      { 'x-forwarded-host': here },
      { 'x-forwarded-host': here, 'x-forwarded-proto': 'http', 'next-action': 'a'.repeat(40) },
      { 'x-middleware-rewrite': `http://${here}/` },
      { 'x-middleware-next': '1', 'x-middleware-rewrite': `http://${here}/` },
      { 'x-invoke-path': `http://${here}/`, 'x-matched-path': `http://${here}/` },
      { 'x-original-url': `http://${here}/`, 'x-rewrite-url': `http://${here}/` },
    ];
    const paths = ['/', '/login', '/api/tally/status', '/dashboard', `http://${here}/`, `//${here}/`];
    for (const path of paths) for (const headers of said) expect(await raw(path, headers)).toBeGreaterThan(0);
    expect(touched).toEqual([]);
  });

  it('sends calls to the API alone', async () => {
    const here = `127.0.0.1:${port}`;
    const paths = [
      `/@${here}/`,
      `//${here}/`,
      `/%2f%2f${here}/`,
      `/http://${here}/`,
      `/..%2f..%2f@${here}`,
      `/\\${here}`,
    ];
    for (const path of paths) expect(await raw(`/api/tally${path}`, {})).toBeGreaterThanOrEqual(300);
    for (const path of [`/api/tally@${here}`, `/api/tally:80@${here}`]) expect(await raw(path, {})).toBe(404);
    expect(touched).toEqual([]);
  });
});

describe('input from visitors', () => {
  it('does not reveal where people log in from', async () => {
    const headers = { origin: stack.web, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '203.0.113.5' };
    const calls = `${stack.web}/api/tally/sessions`;
    const loggedIn = await fetch(`${calls}?code=${loginCode(stack, demoUser)}`, { method: 'POST', headers });
    const { data } = (await loggedIn.json()) as { data: { customToken: string } };
    const listed = await fetch(`${calls}/list`, { headers: { ...headers, cookie: `token=${data.customToken}` } });
    const { data: sessions } = (await listed.json()) as { data: { ipPrefix: string }[] };
    expect(sessions.map((each) => each.ipPrefix)).toEqual(['127.0.0.0/24']);
  });

  it.each(['/%', '/%ff', '/premium/%zz'])('%s is a page that is not there', async (path) => {
    const answer = await fetch(stack.web + path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('Page not found');
  });

  it('/api/tally/%zz is a call that is not there', async () => {
    const answer = await fetch(`${stack.web}/api/tally/%zz`);
    expect(await answer.json()).toMatchObject({ status: 404, code: 'unknownCall', error: expect.any(String) });
    expect(answer.status).toBe(404);
  });
});

it('shows where to report vulnerabilities', async () => {
  const answer = await fetch(`${stack.web}/.well-known/security.txt`);
  const text = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toContain(`Contact: ${contact}\n`);
  expect(Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')).toBeGreaterThan(Date.now());
});
