import type { PlatformDoors } from '@tally/kernel';
import { createHealth, type Health } from './chain.ts';
import { createClient, openAllowances, type TikTokClient } from './client.ts';

/** What every question needs. Nothing here is about a channel; that is kept by detection. */
export interface Desk {
  readonly client: TikTokClient;
  /** Asks when a person waits: the sweep leaves it a few calls. */
  readonly clientForPerson: TikTokClient;
  readonly health: Health;
  readonly doors: PlatformDoors;
}

export function openDesk(doors: PlatformDoors): Desk {
  const allowances = openAllowances(doors);
  return {
    client: createClient(doors, { allowances }),
    clientForPerson: createClient(doors, { allowances, isForPerson: true }),
    health: createHealth(doors),
    doors,
  };
}
