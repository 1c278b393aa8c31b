// Without schemas: pages use these before their first call.

/**
 * `hours`: how long a draft is kept, and how long what it added can be undone. `drafts`: of one server at once.
 * `channels`: whose posts are read at once. `depths`: how many messages of each: the least, the usual, the most.
 * `fileBytes`: of a settings file.
 */
export const moveLimits = {
  letters: 1_048_576,
  lines: 5_000,
  candidates: 1_000,
  drafts: 3,
  hours: 24,
  channels: 10,
  depths: [100, 500, 1_000],
  fileBytes: 4_194_304,
} as const;

/** What is posted about a creator, on platforms with both. */
export const postedKinds = ['both', 'live', 'videos'] as const;
export type PostedKind = (typeof postedKinds)[number];

/** Bots that post streams or videos, by their user ids, which are public. */
export const knownBots: Readonly<Record<string, string>> = {
  '375805687529209857': 'Streamcord',
  '204255221017214977': 'YAGPDB',
  '159985870458322944': 'MEE6',
  '268478587651358721': 'MonitoRSS',
  '282286160494067712': 'Pingcord',
  '235148962103951360': 'Carl-bot',
  '155149108183695360': 'Dyno',
  '678344927997853742': 'Sapphire',
};
