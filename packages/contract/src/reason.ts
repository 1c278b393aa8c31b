// Without schemas: pages say whether somebody may go on before they ask.

/** Says something: two letters or figures at least. */
export const REASON = /[\p{L}\p{N}].*[\p{L}\p{N}]/u;
export const LONGEST_REASON = 200;
