const delivery = 'packages/pipeline/src/delivery/store';

export interface Replaced {
  /** The path of the real file from the repository root. */
  readonly store: string;
  /** The path of its stand-in in `memory/`. */
  readonly by: string;
  /** Exported functions that a life must not call. The memory database rejects their statements. */
  readonly offThePath: readonly string[];
}

/** The store files on the tested path. Exports without a stand-in, and files not listed here, are the real ones. */
export const replaced: readonly Replaced[] = [
  { store: `${delivery}/line.ts`, by: 'line.ts', offThePath: [] },
  { store: `${delivery}/departures.ts`, by: 'departures.ts', offThePath: [] },
  { store: `${delivery}/wanted.ts`, by: 'wanted.ts', offThePath: [] },
  { store: `${delivery}/reconsider.ts`, by: 'reconsider.ts', offThePath: [] },
  { store: `${delivery}/sightings.ts`, by: 'sightings.ts', offThePath: [] },
  { store: `${delivery}/webhooks.ts`, by: 'webhooks.ts', offThePath: ['forgetWebhooksOf'] },
  { store: `${delivery}/follows.ts`, by: 'follows.ts', offThePath: [] },
  {
    store: `${delivery}/journal.ts`,
    by: 'journal.ts',
    offThePath: [
      'findInServer',
      'listKeysIn',
      'nameRemoval',
      'findLastPostedOf',
      'listJournal',
      'countPosted',
      'countPostedIn',
      'forgetDeliveries',
      'listLastLive',
    ],
  },
  {
    store: 'packages/discord/src/gateway/store/sessions.ts',
    by: 'servers.ts',
    offThePath: ['createShardStore', 'LeaseLostError'],
  },
];
