/** Timestamps in MPEG-TS have 33 bits: ISO/IEC 13818-1, 2.4.3.6. */
const PACKET_BYTES = 188;
const CLOCK = 2 ** 33;

/** Yields the byte offsets of timestamps. */
function* momentsIn(bytes: Buffer): Generator<number> {
  for (let at = 0; at + PACKET_BYTES <= bytes.length; at += PACKET_BYTES) {
    const [second = 0, fourth = 0] = [bytes[at + 1], bytes[at + 3]];
    const hasPayload = (fourth & 0x10) !== 0;
    const isBegin = (second & 0x40) !== 0;
    const from = at + 4 + ((fourth & 0x20) === 0 ? 0 : 1 + (bytes[at + 4] ?? 0));
    // Tables start with other bytes than packets with timestamps.
    if (!hasPayload || !isBegin || bytes.readUIntBE(from, 3) !== 1) continue;
    const flags = bytes[from + 7] ?? 0;
    if ((flags & 0x80) !== 0) yield from + 9;
    if ((flags & 0x40) !== 0) yield from + 14;
  }
}

const read = (bytes: Buffer, at: number): number =>
  (((bytes[at] ?? 0) >> 1) & 7) * 2 ** 30 + (bytes.readUInt16BE(at + 1) >> 1) * 2 ** 15 + (bytes.readUInt16BE(at + 3) >> 1);

function write(bytes: Buffer, at: number, ticks: number): void {
  bytes[at] = ((bytes[at] ?? 0) & 0xf1) | (Math.floor(ticks / 2 ** 30) << 1);
  bytes.writeUInt16BE((Math.floor(ticks / 2 ** 15) % 2 ** 15) * 2 + 1, at + 1);
  bytes.writeUInt16BE((ticks % 2 ** 15) * 2 + 1, at + 3);
}

/** Returns the first timestamp in ticks. */
export const firstMoment = (bytes: Buffer): number => Math.min(...[...momentsIn(bytes)].map((at) => read(bytes, at)));

/** Returns the same segment, shifted in time. */
export function moveClock(bytes: Buffer, ticks: number): Buffer {
  const moved = Buffer.from(bytes);
  for (const at of momentsIn(moved)) write(moved, at, (read(moved, at) + ticks + CLOCK) % CLOCK);
  return moved;
}
