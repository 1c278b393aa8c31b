import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** A push as it is sent over the wire. */
export interface Letter {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A platform's signature scheme, as far as forgers need it. */
export interface Signer {
  /** Signs correctly with any key, time and id. */
  readonly sign: (about?: { body?: Buffer; timestamp?: string; id?: string; key?: 'ours' | 'strange' }) => Letter;
  readonly signatureHeader: string;
  /** The headers that the platform requires. */
  readonly neededHeaders: readonly string[];
  /** The signed headers, whose text must not change. */
  readonly signedHeaders: readonly string[];
  /** Times that are too old, too new or invalid. Empty if a platform signs no time. */
  readonly wrongTimes: readonly string[];
  readonly body: Buffer;
}

export interface Forgery extends Letter {
  readonly name: string;
}

/** Times that no platform would sign. */
export const strangeTimes: readonly string[] = [
  'yesterday',
  '0',
  '-1',
  '99999999999999999999',
  'NaN',
  '1970-01-01T00:00:00Z',
];

const FLIPS = 36;

/** Yields pushes that are almost genuine. */
export function forge(signer: Signer): readonly Forgery[] {
  const { body } = signer;
  const genuine = signer.sign();
  const signature = genuine.headers[signer.signatureHeader] ?? '';
  const made: Forgery[] = [];
  const add = (name: string, change: Partial<Letter>): void => void made.push({ name, ...genuine, ...change });
  const withHeader = (name: string, value: string) => ({ headers: { ...genuine.headers, [name]: value } });

  for (const header of signer.neededHeaders) {
    const { [header]: _, ...headers } = genuine.headers;
    add(`without ${header}`, { headers });
    add(`with an empty ${header}`, withHeader(header, ''));
  }
  for (const header of signer.signedHeaders) {
    const value = genuine.headers[header] ?? '';
    add(`another ${header}`, withHeader(header, `${value}0`));
    add(`a shorter ${header}`, withHeader(header, value.slice(0, -1)));
    add(`${header} twice`, withHeader(header, `${value}, ${value}`));
  }
  for (const timestamp of signer.wrongTimes) add(`signed at ${timestamp || 'no time'}`, signer.sign({ timestamp }));
  add('signed by a stranger', signer.sign({ key: 'strange' }));
  add('signed by a stranger, another id', signer.sign({ key: 'strange', id: 'strange-1' }));
  for (const [name, other] of forgedSignatures(signature)) add(name, withHeader(signer.signatureHeader, other));
  for (const [name, other] of changedBodies(body)) add(name, { body: other });
  // The signature of a different genuine message.
  const other = signer.sign({ id: 'another-message', body: Buffer.concat([body, Buffer.from(' ')]) });
  add(
    'with the signature of another message',
    withHeader(signer.signatureHeader, other.headers[signer.signatureHeader] ?? ''),
  );
  for (const [encoding, pack] of packers) {
    const packed = pack(body);
    add(`packed with ${encoding}, and it says so`, { body: packed, ...withHeader('content-encoding', encoding) });
    add(`packed with ${encoding}`, { body: packed });
  }
  const huge = Buffer.alloc(2 * 1_048_576, ' ');
  add('two megabytes, not signed', { body: huge });
  add('two megabytes behind a genuine body', { body: Buffer.concat([body, huge]) });
  return made;
}

const packers = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const;

/** Keeps the prefix (`sha256=`, `t=1700000000,v1=`) unless it is itself forged. */
function* forgedSignatures(signature: string): Generator<readonly [string, string]> {
  const [, prefix = '', value = ''] = /^(sha\d+=|t=\d+,v1=)?(.*)$/s.exec(signature) ?? [];
  const isHex = prefix !== '' || /^[0-9a-f]+$/.test(value);
  const bytes = Buffer.from(value, isHex ? 'hex' : 'base64');
  const write = (changed: Buffer) => `${prefix}${changed.toString(isHex ? 'hex' : 'base64')}`;
  for (let flip = 0; flip < FLIPS; flip += 1) {
    const changed = Buffer.from(bytes);
    const place = Math.floor((flip * bytes.length) / FLIPS);
    changed.writeUInt8(changed.readUInt8(place) ^ (1 << (flip % 8)), place);
    yield [`bit ${flip % 8} of byte ${place} of the signature flipped`, write(changed)];
  }
  yield ['half a signature', write(bytes.subarray(0, bytes.length / 2))];
  yield ['a signature twice', `${signature}${value}`];
  yield ['a signature with something behind it', write(Buffer.concat([bytes, Buffer.from([0])]))];
  yield ['a signature of zeros', write(Buffer.alloc(bytes.length))];
  yield ['no signature but its prefix', prefix || '='];
  yield ['a signature in words', 'none'];
  yield ['a signature of another algorithm', `md5=${bytes.toString('hex').slice(0, 32)}`];
  yield ['a signature with another prefix', `sha512=${value}`];
  yield ['two signatures', `${signature}, ${signature}`];
  yield ['a signature in the other alphabet', `${prefix}${bytes.toString(isHex ? 'base64' : 'hex')}`];
}

function* changedBodies(body: Buffer): Generator<readonly [string, Buffer]> {
  for (let flip = 0; flip < FLIPS; flip += 1) {
    const changed = Buffer.from(body);
    const place = Math.floor((flip * body.length) / FLIPS);
    changed.writeUInt8(changed.readUInt8(place) ^ (1 << (flip % 8)), place);
    yield [`bit ${flip % 8} of byte ${place} of the body flipped`, changed];
  }
  const text = body.toString();
  yield ['no body', Buffer.alloc(0)];
  yield ['half a body', body.subarray(0, body.length / 2)];
  yield ['the body twice', Buffer.concat([body, body])];
  yield ['a space behind the body', Buffer.from(`${text} `)];
  yield ['a line end behind the body', Buffer.from(`${text}\n`)];
  yield ['a mark of order before the body', Buffer.from(`\uFEFF${text}`)];
  yield ['the body in UTF-16', Buffer.from(text, 'utf16le')];
  yield ['the body in capitals', Buffer.from(text.toUpperCase())];
  yield ['the body with other spaces', Buffer.from(text.replaceAll(/[:>]/g, '$& '))];
  if (text.startsWith('{')) {
    const read = JSON.parse(text) as Record<string, unknown>;
    yield ['the body written again, nicely', Buffer.from(JSON.stringify(read, null, 2))];
    yield [
      'the body written again in another order',
      Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(read).toReversed()))),
    ];
    yield ['the body with a field more', Buffer.from(JSON.stringify({ ...read, more: true }))];
    yield ['the body with characters escaped', Buffer.from(text.replaceAll('a', '\\u0061'))];
  }
}
