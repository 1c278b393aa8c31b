import type { PlatformDoors } from '@tally/kernel';
import { createHealth, type Health } from './chain.ts';
import { createClient, openAllowances, type TikTokClient } from './client.ts';

/** The tools of every request. It stores nothing about a channel, because detection does that. */
export interface Desk {
  readonly client: TikTokClient;
  /** The client for calls that a person waits for. Some calls are reserved for it. */
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
