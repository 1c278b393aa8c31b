import type { Doors } from './doors.ts';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 48 bits of time and 80 of chance: https://github.com/ulid/spec */
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

export function createUuid(doors: Pick<Doors, 'bytes'>): string {
  const bytes = doors.bytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export const createSecret = (doors: Pick<Doors, 'bytes'>): string => Buffer.from(doors.bytes(32)).toString('base64url');
