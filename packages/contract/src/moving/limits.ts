// Without schemas: pages use these before their first call.

/** `hours`: how long a draft is kept, and how long what it added can be undone. `drafts`: of one server at once. */
export const moveLimits = { letters: 1_048_576, lines: 5_000, candidates: 1_000, drafts: 3, hours: 24 } as const;
