import { syncPlatforms } from '@tally/contract/platform-words';
import type { Platform } from '@tally/contract/platforms';
import type { SyncPlatform } from '@tally/contract/role-sync';

/** Whether roles can follow what somebody is to a channel of that platform. */
export const hasRoleSync = (platform: Platform): platform is SyncPlatform =>
  syncPlatforms.some((each) => each === platform);
