const delivery = 'packages/pipeline/src/delivery/store';

export interface Replaced {
  /** The real file, from the root. */
  readonly store: string;
  /** Its stand-in in `memory/`. */
  readonly by: string;
  /** Exported functions that no life may reach. There the handle refuses their statements. */
  readonly offThePath: readonly string[];
}

/** The store files of the path. Their other exports, and files without a line here, are the real ones. */
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
