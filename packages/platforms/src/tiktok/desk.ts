import type { PlatformDoors } from '@tally/kernel';
import { createHealth, type Health } from './chain.ts';
import { createClient, type TikTokClient } from './client.ts';

/** What every question needs. Nothing here is about a channel; that is kept by detection. */
export interface Desk {
  readonly client: TikTokClient;
  readonly health: Health;
  readonly doors: PlatformDoors;
}

export const openDesk = (doors: PlatformDoors, client: TikTokClient = createClient(doors)): Desk => ({
  client,
  health: createHealth(doors),
  doors,
});
