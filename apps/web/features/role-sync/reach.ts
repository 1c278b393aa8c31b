import type { Platform } from '@tally/contract/platforms/platform';
import { syncPlatforms } from '@tally/contract/platforms/words';
import type { SyncPlatform } from '@tally/contract/role-sync/calls';

/** Whether roles can follow what somebody is to a channel of that platform. */
export const hasRoleSync = (platform: Platform): platform is SyncPlatform =>
  syncPlatforms.some((each) => each === platform);
