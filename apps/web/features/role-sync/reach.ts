import type { Platform } from '@tally/contract/platforms/platform';
import { syncPlatforms } from '@tally/contract/platforms/words';
import type { SyncPlatform } from '@tally/contract/role-sync/calls';

/** True if roles can follow a person's standing on that platform. */
export const hasRoleSync = (platform: Platform): platform is SyncPlatform =>
  syncPlatforms.some((each) => each === platform);
