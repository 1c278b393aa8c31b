import type { Doors } from './doors.ts';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creates an id of 48 bits of time and 80 random bits: https://github.com/ulid/spec */
export function createUlid(doors: Pick<Doors, 'now' | 'bytes'>): string {
  let time = doors.now().getTime();
  let text = '';
  for (let index = 0; index < 10; index += 1) {
    text = crockford.charAt(time % 32) + text;
    time = Math.floor(time / 32);
  }
  for (const byte of doors.bytes(16)) text += crockford.charAt(byte % 32);
  return text;
}

export const createUuid = (doors: Pick<Doors, 'bytes'>): string => writeUuid(doors.bytes(16), 0x40);

/** Creates an id that begins with its time: https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7 */
export function createTimedUuid(doors: Pick<Doors, 'bytes'>, at: Date): string {
  const bytes = Buffer.from(doors.bytes(16));
  bytes.writeUIntBE(at.getTime(), 0, 6);
  return writeUuid(bytes, 0x70);
}

function writeUuid(bytes: Uint8Array, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | version;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export const createSecret = (doors: Pick<Doors, 'bytes'>): string => Buffer.from(doors.bytes(32)).toString('base64url');
