import type { Platform } from '@tally/contract';
import type { PlatformConnection, PlatformDefinition } from '@tally/kernel';
import { dispatchJobs } from './dispatch.ts';
import { lookJob } from './look.ts';
import { askForPushes, letGoOfPushes, renewPushes } from './pushes.ts';
import { channels } from './tables.ts';
import { forgetVideos } from './videos.ts';

export { DEFAULT_GRACE, decide, OFFLINE_GRACE_MS } from './decide.ts';
export { forgetChannels, forgetSessions, listSeenSince } from './forget.ts';
export { tellDueGraces } from './graces.ts';
export { takePush } from './intake.ts';
export { listSweepers, type Sweeping } from './lead.ts';
export { findChannelNamed } from './named.ts';
export { observe } from './observe.ts';
export { entrust, keepSecret } from './secret.ts';
export { asSession } from './session.ts';
export { type PlatformState, platformStates } from './states.ts';
export { findChannel, listChannels, listChannelsNamed, searchChannels } from './store/channels.ts';
export { listLatestSessions } from './store/latest.ts';
export { dropAllLeads } from './store/leads.ts';
export { countHeard } from './store/pushes.ts';
export {
  countLive,
  findLatestSession,
  findSession,
  listLiveScenes,
  listOpenSessions,
  listScenes,
  markOfSession,
  type Scene,
} from './store/sessions.ts';
export { listEarlier, listKnownAs } from './store/strands.ts';
export { findLatestVideo, listLatestVideos, listSeenBefore, listVideos } from './store/videos.ts';
export { CLIPS_REASON, listFollowedNames, listHolders, listTopics, reasonsOfTopics } from './store/watches.ts';
export { asSessionFor, forGrace, gracesOf } from './strand.ts';
export { listSupporters } from './supporters.ts';
export { sweep } from './sweep.ts';
export { type Sweeper, startSweeper } from './sweeper.ts';
export { takeVideos } from './videos.ts';
export { dropWatches, unwatch, watch } from './watch.ts';
export { askForNames } from './wish.ts';

/** Columns sealed with the keys of the house. */
export const detectionSealed = [channels.secret] as const;

export const detectionJobs = [
  ...dispatchJobs,
  lookJob,
  renewPushes,
  letGoOfPushes,
  askForPushes,
  forgetVideos,
] as const;

/** The connected platforms of this house. */
export interface Platforms {
  readonly definitions: readonly PlatformDefinition[];
  find(platform: Platform): PlatformConnection | undefined;
}

declare module '@tally/kernel' {
  interface Ctx {
    readonly platforms: Platforms;
  }
}
