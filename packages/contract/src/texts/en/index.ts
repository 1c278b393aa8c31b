import { account } from './account.ts';
import { admin } from './admin.ts';
import { auditLog } from './audit-log.ts';
import { billing } from './billing.ts';
import { birthday } from './birthday.ts';
import { blog } from './blog.ts';
import { clips } from './clips.ts';
import { commandWords } from './command-words.ts';
import { commands } from './commands.ts';
import { connections } from './connections.ts';
import { creators } from './creators.ts';
import { doctor } from './doctor.ts';
import { embedFix } from './embed-fix.ts';
import { emotes } from './emotes.ts';
import { errorLogs } from './error-logs.ts';
import { errors } from './errors.ts';
import { faq } from './faq.ts';
import { feedbackBoard } from './feedback-board.ts';
import { fields } from './fields.ts';
import { files } from './files.ts';
import { giveaways } from './giveaways.ts';
import { leaderboards } from './leaderboards.ts';
import { linkedRoles } from './linked-roles.ts';
import { liveRole } from './live-role.ts';
import { mediaSharing } from './media-sharing.ts';
import { messageEditor } from './message-editor.ts';
import { moving } from './moving.ts';
import { news } from './news.ts';
import { notifications } from './notifications.ts';
import { overrides } from './overrides.ts';
import { permissions } from './permissions.ts';
import { placeholders } from './placeholders.ts';
import { premium } from './premium.ts';
import { roleSync } from './role-sync.ts';
import { servers } from './servers.ts';
import { setup } from './setup.ts';
import { starboard } from './starboard.ts';
import { statCounters } from './stat-counters.ts';
import { status } from './status.ts';
import { stickyMessage } from './sticky-message.ts';
import { teams } from './teams.ts';
import { telemetry } from './telemetry.ts';
import { vods } from './vods.ts';
import { votes } from './votes.ts';
import { welcomeLeave } from './welcome-leave.ts';

export const en = {
  errors,
  admin,
  faq,
  feedbackBoard,
  fields,
  files,
  account,
  servers,
  emotes,
  errorLogs,
  teams,
  telemetry,
  permissions,
  placeholders,
  moving,
  setup,
  news,
  notifications,
  messageEditor,
  auditLog,
  clips,
  leaderboards,
  liveRole,
  roleSync,
  linkedRoles,
  overrides,
  creators,
  doctor,
  connections,
  commands,
  commandWords,
  billing,
  blog,
  premium,
  vods,
  votes,
  welcomeLeave,
  starboard,
  statCounters,
  status,
  stickyMessage,
  birthday,
  giveaways,
  mediaSharing,
  embedFix,
};
