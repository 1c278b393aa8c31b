import type { Platforms } from '@tally/kernel';
import { askForPushes, cancelUnusedPushes, renewPushes } from './pushes/pushes.ts';
import { dispatchJobs } from './session/dispatch.ts';
import { lookJob } from './sweep/look.ts';
import { channels } from './tables.ts';
import { forgetVideos } from './videos.ts';

export { askForNames } from './looks.ts';
export { type Heard, handlePush } from './pushes/intake.ts';
export { entrust, keepSecret } from './pushes/secret.ts';
export { dropWatches, unwatch, watch } from './pushes/watch.ts';
export { decide, OFFLINE_GRACE_MS } from './session/decide.ts';
export { forgetChannels, forgetSessions, listSeenSince } from './session/forget.ts';
export { endDueGraces } from './session/graces.ts';
export { observe } from './session/observe.ts';
export { asSession } from './session/session.ts';
export { asSessionFor, forGrace, gracesOf } from './session/strand.ts';
export { findChannel, listChannels, listChannelsNamed, searchChannels } from './store/channels.ts';
export { listLatestSessions } from './store/latest.ts';
export { dropAllLeads } from './store/leads.ts';
export { countHeard } from './store/pushes.ts';
export {
  countLive,
  findLatestSession,
  findSession,
  listLiveStreams,
  listOpenSessions,
  listStreams,
  type Stream,
} from './store/sessions.ts';
export { listEarlier, listKnownAs } from './store/strands.ts';
export { findLatestVideo, listLatestVideos, listSeenBefore, listVideos } from './store/videos.ts';
export { CLIPS_REASON, listFollowedNames, listHolders, listTopics, reasonsOfTopics } from './store/watches.ts';
export { listSupporters } from './supporters.ts';
export { listSweepers, type Sweeping } from './sweep/lead.ts';
export { listLive } from './sweep/live.ts';
export { findChannelNamed, findChannelTyped } from './sweep/named.ts';
export { type PlatformState, platformStates } from './sweep/states.ts';
export { sweep } from './sweep/sweep.ts';
export { type Sweeper, startSweeper } from './sweep/sweeper.ts';
export { storeVideos } from './videos.ts';

/** Columns that are sealed with the installation's keys. */
export const detectionSealed = [channels.secret] as const;

export const detectionJobs = [
  ...dispatchJobs,
  lookJob,
  renewPushes,
  cancelUnusedPushes,
  askForPushes,
  forgetVideos,
] as const;

declare module '@tally/kernel' {
  interface Ctx {
    readonly platforms: Platforms;
  }
}
