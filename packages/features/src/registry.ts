import type { Feature } from '@tally/kernel';
import { account } from './account/index.ts';
import { admin } from './admin/index.ts';
import { auditLog } from './audit-log/index.ts';
import { billing } from './billing/index.ts';
import { birthday } from './birthday/index.ts';
import { blog } from './blog/index.ts';
import { branding } from './branding/index.ts';
import { clips } from './clips/index.ts';
import { connections } from './connections/index.ts';
import { docs } from './docs/index.ts';
import { errorLogs } from './error-logs/index.ts';
import { faq } from './faq/index.ts';
import { feedbackBoard } from './feedback-board/index.ts';
import { files } from './files/index.ts';
import { giveaways } from './giveaways/index.ts';
import { grants } from './grants/index.ts';
import { journal } from './journal/index.ts';
import { kickBot } from './kick-bot/index.ts';
import { leaderboards } from './leaderboards/index.ts';
import { linkedRoles } from './linked-roles/index.ts';
import { liveRole } from './live-role/index.ts';
import { mediaSharing } from './media-sharing/index.ts';
import { messageEditor } from './message-editor/index.ts';
import { moving } from './moving/index.ts';
import { news } from './news/index.ts';
import { creators, notifications } from './notifications/index.ts';
import { overrides } from './overrides/index.ts';
import { places } from './places/index.ts';
import { premium } from './premium/index.ts';
import { roleSync } from './role-sync/index.ts';
import { servers } from './servers/index.ts';
import { session } from './session/index.ts';
import { settings } from './settings/index.ts';
import { setup } from './setup/index.ts';
import { starboard } from './starboard/index.ts';
import { statCounters } from './stat-counters/index.ts';
import { status } from './status/index.ts';
import { stickyMessage } from './sticky-message/index.ts';
import { streamers } from './streamers/index.ts';
import { teams } from './teams/index.ts';
import { telemetry } from './telemetry/index.ts';
import { chatWidget } from './tools/chat-widget/index.ts';
import { embedFix } from './tools/embed-fix/index.ts';
import { emotes } from './tools/emotes/index.ts';
import { vods } from './vods/index.ts';
import { votes } from './votes/index.ts';
import { welcomeLeave } from './welcome-leave/index.ts';

/** For the start of the program, and for the command that lists problems. */
export {
  type CheckDoors,
  type CheckName,
  checkNames,
  describeChecked,
  describeFinding,
  findUselessToken,
  listKeyTrouble,
  runChecks,
} from './admin/index.ts';
/** For the command that runs the nightly job by hand. */
export { syncPrices } from './billing/index.ts';
export { setupAddress } from './setup/index.ts';
export { compareLatency } from './status/index.ts';

/** Every feature of the house, one line each. A test compares this list with the folders on disk. */
export const features: readonly Feature[] = [
  account,
  admin,
  auditLog,
  billing,
  blog,
  branding,
  chatWidget,
  clips,
  connections,
  creators,
  docs,
  embedFix,
  emotes,
  errorLogs,
  faq,
  feedbackBoard,
  files,
  giveaways,
  grants,
  kickBot,
  leaderboards,
  liveRole,
  mediaSharing,
  messageEditor,
  moving,
  news,
  streamers,
  journal,
  notifications,
  overrides,
  premium,
  linkedRoles,
  roleSync,
  places,
  servers,
  settings,
  session,
  setup,
  starboard,
  statCounters,
  status,
  stickyMessage,
  teams,
  telemetry,
  vods,
  votes,
  welcomeLeave,
  birthday,
];
