import type { Platform } from '@tally/contract';
import type { PlatformConnection, PlatformDefinition } from '@tally/kernel';
import { tellFeature } from './dispatch.ts';
import { askForPushes, renewPushes } from './sweep.ts';

export { decide, OFFLINE_GRACE_MS } from './decide.ts';
export { takePush } from './intake.ts';
export { observe } from './observe.ts';
export { asSession } from './session.ts';
export { countLive, findChannel, findLatestSession, findSession, listChannels, listOpenSessions } from './store.ts';
export { sweep } from './sweep.ts';
export { type Sweeper, startSweeper } from './sweeper.ts';
export { unwatch, watch } from './watch.ts';

export const detectionJobs = [tellFeature, renewPushes, askForPushes] as const;

/** The platforms of this house, connected. */
export interface Platforms {
  readonly definitions: readonly PlatformDefinition[];
  find(platform: Platform): PlatformConnection | undefined;
}

declare module '@tally/kernel' {
  interface Ctx {
    readonly platforms: Platforms;
  }
}
