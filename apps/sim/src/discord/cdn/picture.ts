import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CELLS = 5;
const kept = new Map<string, Buffer>();
const MOST_KEPT = 500;

/** Draws a different picture for every URL: a mirrored pattern in two colors, as a real PNG. */
export function pictureFor(name: string, size: number): Buffer {
  const key = `${name}:${size}`;
  const known = kept.get(key);
  if (known) return known;
  const picture = draw(createHash('sha256').update(name).digest(), size);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, picture);
  return picture;
}

function draw(seed: Buffer, size: number): Buffer {
  const ink = colour(seed, 0, 0.62);
  const paper = colour(seed, 3, 0.22);
  const rows: Buffer[] = [];
  for (let y = 0; y < size; y++) {
    // Each row starts with its filter type (0 means none), then has a palette index per point.
    const row = Buffer.alloc(size + 1);
    for (let x = 0; x < size; x++) row[x + 1] = isInk(seed, x / size, y / size) ? 1 : 0;
    rows.push(row);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...paper, ...ink])),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function isInk(seed: Buffer, x: number, y: number): boolean {
  const margin = 0.12;
  const inner = (at: number) => Math.floor(((at - margin) / (1 - 2 * margin)) * CELLS);
  const [column, row] = [inner(x), inner(y)];
  if (column < 0 || row < 0 || column >= CELLS || row >= CELLS) return false;
  const mirrored = Math.min(column, CELLS - 1 - column);
  return ((seed[8 + row * 3 + mirrored] ?? 0) & 1) === 1;
}

function colour(seed: Buffer, at: number, lightness: number): [number, number, number] {
  const hue = ((seed[at] ?? 0) / 255) * 6;
  const channel = (shift: number) => {
    const distance = Math.abs(((hue + shift) % 6) - 3) - 1;
    const pure = Math.min(1, Math.max(0, distance));
    return Math.round(255 * (lightness * 0.55 + pure * lightness * 0.6));
  };
  return [channel(0), channel(4), channel(2)];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
