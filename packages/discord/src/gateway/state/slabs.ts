/**
 * Stores many small, long-lived pieces of bytes together. Alone they would be scattered between the connection's
 * large, short-lived buffers and keep that memory occupied: three times what they need.
 */
export interface Slabs {
  /**
   * Returns the same bytes, stored in a slab. The bytes that they replace may still be in use and only count as left.
   */
  keep(bytes: Uint8Array, instead?: Uint8Array): Uint8Array;
  leave(bytes: Uint8Array): void;
  /** More than half of the space is unused: everything in use should be stored again. */
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
