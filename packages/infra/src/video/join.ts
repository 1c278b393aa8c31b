import { type Entry, renumber, writeIndex } from './boxes.ts';
import { type Kind, shiftOf, type Timeline } from './timeline.ts';
import { wrapPiece } from './wrap-piece.ts';

/** The state of the join after a segment. The join can resume from all marks together. A mark survives JSON. */
export interface Mark {
  /** How many segments are joined. */
  readonly pieces: number;
  readonly bytes: number;
  readonly kinds: readonly Kind[];
  readonly sampleRate: number | null;
  readonly timeline: Timeline;
  /** The fragments of the last segment. */
  readonly entries: readonly Entry[];
}

export interface Join {
  /** Returns the bytes to write for the next segment. */
  add(piece: Uint8Array, isBreak: boolean): Promise<{ readonly bytes: readonly Uint8Array[]; readonly mark: Mark }>;
  /** Returns the bytes at the end of the file. */
  end(): Uint8Array;
}

/** Joins MPEG-TS segments into one fragmented mp4. */
export function openJoin(marks: readonly Mark[], breathe: () => Promise<void>): Join {
  let last = marks.at(-1) ?? null;
  const entries = marks.flatMap((mark) => mark.entries);
  return {
    async add(piece, isBreak) {
      const before = last;
      const wrapped = await wrapPiece(piece, {
        kinds: before?.kinds ?? null,
        ends: before?.timeline.ends ?? {},
        breathe,
        shiftFor: (begins) => shiftOf(before?.timeline ?? null, begins, isBreak),
      });
      const kinds = before?.kinds ?? wrapped.kinds;
      const sampleRate = before ? before.sampleRate : wrapped.sampleRate;
      // The file's header fixes the sample rate for the whole file.
      if (wrapped.sampleRate !== null && sampleRate !== null && wrapped.sampleRate !== sampleRate)
        throw new Error('the audio format changes in the middle');
      const bytes: Uint8Array[] = before ? [] : [wrapped.head];
      let offset = before?.bytes ?? wrapped.head.length;
      const own: Entry[] = [];
      for (const { moof, mdat } of wrapped.fragments) {
        const idOf = (id: number): number => kinds.indexOf(wrapped.kinds[id - 1] as Kind) + 1;
        const begins = renumber(asBuffer(moof), entries.length + 1, idOf);
        const entry = { offset, begins: [...begins] };
        own.push(entry);
        entries.push(entry);
        bytes.push(moof, mdat);
        offset += moof.length + mdat.length;
      }
      const timeline = { shift: wrapped.shift, ends: { ...before?.timeline.ends, ...wrapped.ends } };
      last = { pieces: (before?.pieces ?? 0) + 1, bytes: offset, kinds, sampleRate, timeline, entries: own };
      return { bytes, mark: last };
    },
    end: () =>
      writeIndex(
        entries,
        (last?.kinds ?? []).map((_, at) => at + 1),
      ),
  };
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
