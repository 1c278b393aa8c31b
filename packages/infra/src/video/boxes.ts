/** The parts of ISO/IEC 14496-12 that we need to join fragments of several files. */

interface Box {
  readonly name: string;
  /** The offsets of the content and of the next box. */
  readonly from: number;
  readonly end: number;
}

const HEAD_BYTES = 8;
/** Version and flags take this many bytes. */
const FULL_BYTES = 4;

function* boxesIn(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at < to; ) {
    const end = at + bytes.readUInt32BE(at);
    if (end < at + HEAD_BYTES || end > to) throw new Error('a box is longer than its parent');
    yield { name: bytes.toString('latin1', at + 4, at + HEAD_BYTES), from: at + HEAD_BYTES, end };
    at = end;
  }
}

/**
 * Renumbers a fragment and its tracks in place. Returns the start of each track in the track's own ticks. `idOf` maps
 * the old number of a track to the new one.
 */
export function renumber(moof: Buffer, number: number, idOf: (id: number) => number): ReadonlyMap<number, number> {
  const begins = new Map<number, number>();
  for (const { name, from, end } of boxesIn(moof, HEAD_BYTES, moof.length)) {
    if (name === 'mfhd') moof.writeUInt32BE(number, from + FULL_BYTES);
    if (name !== 'traf') continue;
    const inside = new Map([...boxesIn(moof, from, end)].map((box) => [box.name, box.from + FULL_BYTES]));
    const [head, time] = [inside.get('tfhd'), inside.get('tfdt')];
    if (head === undefined || time === undefined) throw new Error('a fragment has no start time');
    const id = idOf(moof.readUInt32BE(head));
    moof.writeUInt32BE(id, head);
    begins.set(id, Number(moof.readBigUInt64BE(time)));
  }
  return begins;
}

/** The offset of a fragment and the start of each of its tracks, in file order. */
export interface Entry {
  readonly offset: number;
  readonly begins: readonly (readonly [id: number, ticks: number])[];
}

const ENTRY_BYTES = 19;
const TABLE_BYTES = 24;
const OFFSET_BYTES = 16;

/** Returns the table at the end of the file that lets players seek without reading everything before. */
export function writeIndex(entries: readonly Entry[], ids: readonly number[]): Buffer {
  const tables = ids.map((id) => writeTable(entries, id));
  const bytes = HEAD_BYTES + tables.reduce((sum, { length }) => sum + length, 0) + OFFSET_BYTES;
  const end = Buffer.alloc(OFFSET_BYTES);
  end.writeUInt32BE(OFFSET_BYTES, 0);
  end.write('mfro', 4, 'latin1');
  end.writeUInt32BE(bytes, 12);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(bytes, 0);
  head.write('mfra', 4, 'latin1');
  return Buffer.concat([head, ...tables, end]);
}

function writeTable(entries: readonly Entry[], id: number): Buffer {
  const rows = entries.flatMap(({ offset, begins }) => {
    const place = begins.findIndex(([each]) => each === id);
    return place === -1 ? [] : [{ offset, ticks: begins[place]?.[1] ?? 0, place: place + 1 }];
  });
  const table = Buffer.alloc(TABLE_BYTES + rows.length * ENTRY_BYTES);
  table.writeUInt32BE(table.length, 0);
  table.write('tfra', 4, 'latin1');
  // Times and offsets take eight bytes each. The numbers of track, run and sample take one byte each.
  table.writeUInt8(1, 8);
  table.writeUInt32BE(id, 12);
  table.writeUInt32BE(rows.length, 20);
  rows.forEach(({ offset, ticks, place }, row) => {
    const at = TABLE_BYTES + row * ENTRY_BYTES;
    table.writeBigUInt64BE(BigInt(ticks), at);
    table.writeBigUInt64BE(BigInt(offset), at + 8);
    table.set([place, 1, 1], at + 16);
  });
  return table;
}

/** A track header ends with width and height as 16.16 fixed-point numbers. */
const SIZE_BYTES = 8;

/** Returns the display size of an mp4 video from its first bytes, or null if they contain no size. */
export function sizeOfVideo(head: Buffer): { width: number; height: number } | null {
  for (let at = head.indexOf('tkhd'); at >= 4; at = head.indexOf('tkhd', at + 1)) {
    const end = at - 4 + head.readUInt32BE(at - 4);
    if (end > head.length || end < at + SIZE_BYTES) continue;
    const [width, height] = [head.readUInt16BE(end - SIZE_BYTES), head.readUInt16BE(end - SIZE_BYTES / 2)];
    // An audio track has no size.
    if (width > 0 && height > 0) return { width, height };
  }
  return null;
}
