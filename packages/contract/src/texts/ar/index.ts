import type { Texts } from '../index.ts';
import { account } from './account.ts';
import { billing } from './billing.ts';
import { commandWords } from './command-words.ts';
import { commands } from './commands.ts';
import { connections } from './connections.ts';
import { creators } from './creators.ts';
import { doctor } from './doctor.ts';
import { emotes } from './emotes.ts';
import { errorLogs } from './error-logs.ts';
import { embedFix } from './embed-fix.ts';
import { errors } from './errors.ts';
import { fields } from './fields.ts';
import { leaderboards } from './leaderboards.ts';
import { liveRole } from './live-role.ts';
import { messageEditor } from './message-editor.ts';
import { notifications } from './notifications.ts';
import { overrides } from './overrides.ts';
import { permissions } from './permissions.ts';
import { placeholders } from './placeholders.ts';
import { premium } from './premium.ts';
import { roleSync } from './role-sync.ts';
import { linkedRoles } from './linked-roles.ts';
import { servers } from './servers.ts';
import { starboard } from './starboard.ts';
import { statCounters } from './stat-counters.ts';
import { stickyMessage } from './sticky-message.ts';
import { telemetry } from './telemetry.ts';
import { votes } from './votes.ts';
import { welcomeLeave } from './welcome-leave.ts';
import { birthday } from './birthday.ts';
import { giveaways } from './giveaways.ts';

export const ar = {
  errors,
  fields,
  account,
  servers,
  emotes,
  errorLogs,
  telemetry,
  permissions,
  placeholders,
  notifications,
  messageEditor,
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
  premium,
  votes,
  welcomeLeave,
  starboard,
  statCounters,
  stickyMessage,
  birthday,
  giveaways,
  embedFix,
} satisfies Texts;
