import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { as, sampleApi, serverId } from '../sample.ts';

const write = async (
  payload: string | Buffer,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) => {
  const app = await sampleApi();
  return (await app.inject({ method: 'POST', url: `/echo/${serverId}`, headers: as('ada', headers), payload })).json();
};

test('bodies that cannot be read are refused in the envelope', async () => {
  expect(await write('{"name":')).toMatchObject({ status: 400, code: 'malformedJson' });
  expect(await write('')).toMatchObject({ status: 400, error: ['name: is missing'] });
  expect(await write('name=x', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
    status: 400,
    error: 'Send this body as application/json.',
  });
  expect(await write('{}', { 'content-type': 'nonsense' })).toMatchObject({ status: 400 });
  expect(await write(JSON.stringify({ name: 'x'.repeat(300_000) }))).toMatchObject({
    status: 413,
    error: 'This is too large. The limit is 256 KiB.',
  });
  expect(await write('['.repeat(200_000))).toMatchObject({ status: 400, code: 'malformedJson' });
  expect(await write(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toMatchObject({
    status: 400,
    code: 'invalidFields',
  });
});

test('a compressed body is not opened', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000, 32));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  expect(await write(bomb, headers)).toMatchObject({ status: 400, code: 'unsupportedMediaType' });
});

test('keys that reach for a prototype are dropped', async () => {
  const answer = await write('{"name":"Bob","__proto__":{"isDev":true},"constructor":{"prototype":{"isDev":true}}}');
  expect(answer).toEqual({ status: 200, data: { name: 'Bob' } });
  expect(({} as { isDev?: boolean }).isDev).toBeUndefined();
});

test('unknown keys are ignored', async () => {
  expect(await write('{"name":"Bob","guildId":"1","isDev":true}')).toEqual({ status: 200, data: { name: 'Bob' } });
  const app = await sampleApi();
  const removed = await app.inject({
    method: 'DELETE',
    url: `/echo/${serverId}`,
    headers: as('ada'),
    payload: { any: 'thing' },
  });
  expect(removed.json()).toEqual({ status: 200, data: null });
  const empty = {
    method: 'DELETE',
    url: `/echo/${serverId}`,
    headers: as('ada', { 'content-type': 'application/json' }),
  } as const;
  expect((await app.inject(empty)).statusCode).toBe(200);
});

test('a caller who is not logged in is refused before the body is read', async () => {
  const app = await sampleApi();
  const answer = await app.inject({ method: 'POST', url: `/echo/${serverId}`, payload: 'x'.repeat(1_000_000) });
  expect(answer.json()).toMatchObject({ status: 401 });
});

const upload = async (form: FormData) => {
  const app = await sampleApi();
  const request = new Request('http://x', { method: 'POST', body: form });
  const headers = as('ada', { 'content-type': request.headers.get('content-type') ?? '' });
  const payload = Buffer.from(await request.arrayBuffer());
  return (await app.inject({ method: 'POST', url: '/upload', headers, payload })).json();
};
const formOf = (parts: Record<string, string | Blob>) => {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.append(name, part);
  return form;
};

test('a file is accepted up to its limit and not a byte further', async () => {
  const file = (size: number) => new File([new Uint8Array(size)], 'a b.png');
  expect(await upload(formOf({ key: 'k', file: file(1000) }))).toEqual({
    status: 200,
    data: { key: 'k', size: 1000, fileName: 'a b.png' },
  });
  expect(await upload(formOf({ key: 'k', file: file(0) }))).toMatchObject({ status: 200, data: { size: 0 } });
  expect(await upload(formOf({ key: 'k', file: file(1001) }))).toMatchObject({
    status: 413,
    error: 'This is too large. The limit is 1000 bytes.',
  });
  expect(await upload(formOf({ key: 'k', file: file(5_000_000) }))).toMatchObject({ status: 413 });
});

test('a form names its missing fields', async () => {
  expect(await upload(formOf({ key: '' }))).toMatchObject({
    status: 400,
    error: ['key: must have at least 1 character', 'file: must be a file'],
  });
  expect(await upload(formOf({ key: 'x'.repeat(20_000) }))).toMatchObject({ status: 413 });
  expect(await upload(formOf({ __proto__x: '1', other: new Blob(['1']), third: new Blob(['2']) }))).toMatchObject({
    status: 400,
  });
});

test('JSON is refused where a form is wanted, and the other way round', async () => {
  const app = await sampleApi();
  const json = await app.inject({ method: 'POST', url: '/upload', headers: as('ada'), payload: { key: 'k' } });
  expect(json.json()).toMatchObject({ status: 400, error: 'Send this body as multipart/form-data.' });
  expect(await write('--x--', { 'content-type': 'multipart/form-data; boundary=x' })).toMatchObject({
    status: 400,
    code: 'unsupportedMediaType',
  });
  const broken = await app.inject({
    method: 'POST',
    url: '/upload',
    headers: as('ada', { 'content-type': 'multipart/form-data; boundary=x' }),
    payload: '--x\r\nbroken',
  });
  expect(broken.json()).toMatchObject({ status: 400 });
});
