import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type * as Ws from 'ws';
import { type Socket, takeTexts } from './frames.ts';

/** The same `ws` that the gateway's library connects with. */
const { Receiver, WebSocket, WebSocketServer } = createRequire(createRequire(import.meta.url).resolve('@discordjs/ws'))(
  'ws',
) as typeof Ws & { Receiver: new (options: object) => NodeJS.WritableStream };

interface Frame {
  readonly first: number;
  readonly payload: Buffer;
  /** How the length is written: longer than it must be is allowed. */
  readonly width: 0 | 2 | 8;
  readonly isMasked: boolean;
}

function write({ first, payload, width, isMasked }: Frame): Buffer {
  const mask = isMasked ? 0x80 : 0;
  const { length } = payload;
  const head = [first, mask | length];
  if (width === 2 || (width === 0 && length > 125)) head.splice(1, 1, mask | 126, length >> 8, length & 0xff);
  else if (width === 8) head.splice(1, 1, mask | 127, 0, 0, 0, 0, 0, 0, length >> 8, length & 0xff);
  return Buffer.concat([Buffer.from(head), Buffer.alloc(isMasked ? 4 : 0), payload]);
}

const payload = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.string({ minLength: 120, maxLength: 140 }).map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.constant(Buffer.from('replaced \ufffd by its writer')) },
);
const frame = (first: fc.Arbitrary<number>, more: Partial<Record<keyof Frame, fc.Arbitrary<unknown>>> = {}) =>
  fc.record({
    first,
    payload,
    width: fc.constantFrom(0, 0, 0, 2, 8),
    isMasked: fc.constant(false),
    ...more,
  }) as fc.Arbitrary<Frame>;
const short = { payload: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)), width: fc.constant(0) };
const usual = fc.oneof(
  { weight: 8, arbitrary: frame(fc.constant(0x81)).map((one) => [one]) },
  { weight: 1, arbitrary: frame(fc.constantFrom(0x89, 0x8a), short).map((one) => [one]) },
  { weight: 1, arbitrary: frame(fc.constant(0x82)).map((one) => [one]) },
  {
    weight: 1,
    // In parts, with a ping in between.
    arbitrary: fc.tuple(
      frame(fc.constantFrom(0x01, 0x02)),
      frame(fc.constant(0x00)),
      frame(fc.constant(0x89), short),
      frame(fc.constant(0x80)),
    ),
  },
);
/** The end, or what the protocol forbids, anywhere. */
const odd = fc.oneof(
  frame(fc.constant(0x88), { payload: fc.constant(Buffer.from([0x0f, 0xa0])), width: fc.constant(0) }),
  frame(fc.nat(255)),
  frame(fc.constant(0x81), { isMasked: fc.constant(true) }),
  frame(fc.constant(0x81), { payload: fc.constant(Buffer.from([0x7b, 0xc3, 0x28, 0x7d])) }),
  frame(fc.constantFrom(0x00, 0x01, 0x80)),
);
const stream = fc.tuple(fc.array(usual, { maxLength: 12 }), fc.option(odd), fc.array(usual, { maxLength: 3 }));

const size = fc.oneof(fc.constantFrom(1, 2), fc.integer({ min: 1, max: 90 }));

/** Everything that is told, in its order. */
async function read(chunks: readonly Buffer[], isQuick: boolean): Promise<string[]> {
  const told: string[] = [];
  let isBroken = false;
  const receiver = new Receiver({ isServer: false });
  receiver.on('message', (data: Buffer, isBinary: boolean) => told.push(data.toString(isBinary ? 'hex' : 'utf8')));
  receiver.on('ping', (data: Buffer) => told.push(`ping ${data.toString('hex')}`));
  receiver.on('pong', (data: Buffer) => told.push(`pong ${data.toString('hex')}`));
  receiver.on('conclude', (code: number) => told.push(`end ${code}`));
  receiver.on('error', (error: Error) => {
    isBroken = true;
    told.push(error.message);
  });
  const socket = { readyState: 1, extensions: '', _receiver: receiver } as unknown as Socket;
  if (isQuick) takeTexts(socket, (text) => told.push(text));
  for (const chunk of chunks) {
    receiver.write(chunk);
    // As the library does, which stops reading at an error.
    await new Promise(setImmediate);
    if (isBroken || told.at(-1)?.startsWith('end ')) break;
  }
  return told;
}

test('whatever comes, in whatever pieces, the same is told in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(stream, fc.array(size, { minLength: 1, maxLength: 8 }), async (parts, sizes) => {
      const [before, wrong, after] = parts;
      const bytes = Buffer.concat([...before.flat(), ...(wrong ? [wrong] : []), ...after.flat()].map(write));
      const chunks: Buffer[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      expect(await read(chunks, true)).toEqual(await read(chunks, false));
    }),
    { numRuns: 200 },
  );
});

/** Without a library behind it: what is taken, and what would be passed on to it. */
function openTaking(): { reader: { write(chunk: Buffer): boolean }; taken: string[]; passed: () => Buffer } {
  const passed: Buffer[] = [];
  const reader = { writable: true, write: (chunk: Buffer) => passed.push(chunk) > 0 };
  const taken: string[] = [];
  takeTexts({ readyState: 1, extensions: '', _receiver: reader }, (text) => taken.push(text));
  return { reader, taken, passed: () => Buffer.concat(passed) };
}
const textFrame = (text: string, more: Partial<Frame> = {}): Buffer =>
  write({ first: 0x81, payload: Buffer.from(text), width: 0, isMasked: false, ...more });

test.each([
  ['a short text', textFrame('short')],
  ['a longer text', textFrame('x'.repeat(130))],
  ['a text whose length takes eight bytes', textFrame('y'.repeat(40), { width: 8 })],
  ['a ping', textFrame('still there?', { first: 0x89 })],
  ['nothing', textFrame('', { width: 8 })],
])('the next text is taken, however %s was cut before it', (_what, cut) => {
  for (let pieces = 1; pieces <= Math.min(12, cut.length); pieces += 1) {
    const { reader, taken, passed } = openTaking();
    for (let at = 0; at < pieces; at += 1) reader.write(cut.subarray(at, at + 1));
    reader.write(Buffer.concat([cut.subarray(pieces), textFrame('next')]));
    expect([taken, passed()]).toEqual([['next'], cut]);
  }
});

test('in the middle of a text in parts nothing is taken, however its beginning and its end were cut', () => {
  const begins = textFrame('a', { first: 0x01 });
  const ends = textFrame('b', { first: 0x80 });
  for (const at of [0, 1, 2, 3]) {
    const { reader, taken, passed } = openTaking();
    reader.write(begins.subarray(0, at));
    reader.write(Buffer.concat([begins.subarray(at), textFrame('amid')]));
    expect(taken).toEqual([]);
    reader.write(ends.subarray(0, at));
    reader.write(Buffer.concat([ends.subarray(at), textFrame('after')]));
    expect([taken, passed()]).toEqual([['after'], Buffer.concat([begins, textFrame('amid'), ends])]);
  }
});

test('a length beyond all that can come is for the library to refuse', () => {
  const { reader, taken, passed } = openTaking();
  const endless = Buffer.from([0x81, 127, 0, 0, 0, 1, 0, 0, 0, 0, 0x7b, 0x7d]);
  reader.write(endless);
  expect([taken, passed()]).toEqual([[], endless]);
});

test('texts that came whole are taken without the library; after the end of the connection none is', () => {
  const passed: Buffer[] = [];
  const reader = { writable: true, write: (chunk: Buffer) => passed.push(chunk) > 0 };
  const socket = { readyState: 1, extensions: '', _receiver: reader as never };
  const taken: string[] = [];
  takeTexts(socket, (text) => {
    taken.push(text);
    if (text === 'two') socket.readyState = 2;
  });
  const [one, two, three] = ['one', 'two', 'three'].map((text) =>
    write({ first: 0x81, payload: Buffer.from(text), width: 0, isMasked: false }),
  ) as [Buffer, Buffer, Buffer];
  reader.write(one);
  expect([taken, passed]).toEqual([['one'], []]);
  reader.write(Buffer.concat([two, three]));
  expect([taken, Buffer.concat(passed)]).toEqual([['one', 'two'], three]);
});

test('what is compressed by the connection is left to the library', () => {
  const reader = { writable: true, write: () => true };
  const { write: before } = reader;
  takeTexts({ readyState: 1, extensions: 'permessage-deflate', _receiver: reader }, () => {});
  expect(reader.write).toBe(before);
});

test('through a real connection: texts of every length, pings, and a clean close in the middle', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: true });
  await once(server, 'listening');
  const texts = Array.from({ length: 300 }, (_, index) => `${index} ${'ü⭐'.repeat((index * 37) % 4000)}`);
  server.on('connection', (socket) => {
    for (const text of texts) {
      if (text.length % 7 === 0) socket.ping('still there?');
      socket.send(text);
    }
    socket.close(4000, 'enough');
  });
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, [], {
    perMessageDeflate: false,
  });
  const heard: string[] = [];
  const taken: string[] = [];
  socket.once('open', () =>
    takeTexts(socket, (text) => {
      taken.push(text);
      heard.push(text);
    }),
  );
  socket.on('message', (data) => heard.push((data as Buffer).toString()));
  const [code] = (await once(socket, 'close')) as [number];
  server.close();
  expect(heard).toEqual(texts);
  expect(code).toBe(4000);
  expect(taken.length).toBeGreaterThan(texts.length / 2);
});
