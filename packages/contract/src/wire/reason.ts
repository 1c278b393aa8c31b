// Without schemas, because pages check a reason before they send it.

/** A real reason: at least two letters or digits. */
export const REASON = /[\p{L}\p{N}].*[\p{L}\p{N}]/u;
export const LONGEST_REASON = 200;
