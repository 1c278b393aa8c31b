// Without schemas: pages use these before their first call.

/**
 * `hours`: how long a draft is kept, and how long what it added can be undone. `drafts`: of one server at once.
 * `channels`: whose posts are read at once. `depths`: how many messages of each: the least, the usual, the most.
 */
export const moveLimits = {
  letters: 1_048_576,
  lines: 5_000,
  candidates: 1_000,
  drafts: 3,
  hours: 24,
  channels: 10,
  depths: [100, 500, 1_000],
} as const;
