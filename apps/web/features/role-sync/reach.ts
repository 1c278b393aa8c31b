import type { Platform } from '@tally/contract/platforms/platform';
import { syncPlatforms } from '@tally/contract/platforms/words';
import type { SyncPlatform } from '@tally/contract/role-sync/calls';

/** True if roles can depend on what a person is in a channel on that platform. */
export const hasRoleSync = (platform: Platform): platform is SyncPlatform =>
  syncPlatforms.some((each) => each === platform);
