import type { Platform } from '@tally/contract/platforms/platform';
import { syncPlatforms } from '@tally/contract/platforms/words';
import type { SyncPlatform } from '@tally/contract/role-sync/calls';

/** True if the platform supports roles based on a person's status in a channel. */
export const hasRoleSync = (platform: Platform): platform is SyncPlatform =>
  syncPlatforms.some((each) => each === platform);
