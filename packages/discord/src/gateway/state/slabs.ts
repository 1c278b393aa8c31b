/**
 * Room for many small, long-lived pieces of bytes. On their own they would lie scattered between the connection's
 * large, short-lived buffers, and the memory between them could not be given back: three times what they need.
 */
export interface Slabs {
  /** The same bytes, in here. Those that they replace may stay in use elsewhere and are only counted as left. */
  keep(bytes: Uint8Array, instead?: Uint8Array): Uint8Array;
  leave(bytes: Uint8Array): void;
  /** More than half of it is no longer used: everything that is alive should be stored anew. */
  isWasteful(): boolean;
  startOver(): void;
}

const SLAB = 512 * 1024;

export function createSlabs(): Slabs {
  let slab = new Uint8Array(0);
  let at = 0;
  let taken = 0;
  let living = 0;
  const keep: Slabs['keep'] = (bytes, instead) => {
    if (instead) living -= instead.length;
    living += bytes.length;
    if (at + bytes.length > slab.length) {
      slab = new Uint8Array(Math.max(SLAB, bytes.length));
      taken += slab.length;
      at = 0;
    }
    const kept = slab.subarray(at, at + bytes.length);
    kept.set(bytes);
    at += bytes.length;
    return kept;
  };
  return {
    keep,
    leave: (bytes) => void (living -= bytes.length),
    isWasteful: () => taken > 4 * SLAB && taken > 2 * living,
    startOver() {
      slab = new Uint8Array(0);
      at = taken = living = 0;
    },
  };
}
