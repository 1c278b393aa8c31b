/**
 * Stores many small, long-lived byte arrays together. Scattered between the connection's large, short-lived buffers,
 * they would keep three times the memory that they need.
 */
export interface Slabs {
  /** Returns the same bytes, stored in a slab. The replaced bytes may still be in use, so they only count as unused. */
  keep(bytes: Uint8Array, instead?: Uint8Array): Uint8Array;
  leave(bytes: Uint8Array): void;
  /** True if more than half of the space is unused. All bytes in use should then be stored again. */
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
