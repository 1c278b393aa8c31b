// Without schemas, because pages use these values before their first call.

/**
 * `hours`: how long a draft is kept, and how long its changes can be undone. `drafts`: the most open drafts per server.
 * `channels`: the most channels that are read at once. `depths`: the least, usual and most messages read per channel.
 * `fileBytes`: the largest settings file.
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

/** The posts about a creator, on platforms with streams and videos. */
export const postedKinds = ['both', 'live', 'videos'] as const;
export type PostedKind = (typeof postedKinds)[number];

/** Bots that post streams or videos, by their public user ids. */
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
