import { account } from './account.ts';
import { admin } from './admin.ts';
import { billing } from './billing.ts';
import { birthday } from './birthday.ts';
import { blog } from './blog.ts';
import { chatWidget } from './chat-widget.ts';
import { clips } from './clips.ts';
import { connections } from './connections.ts';
import { creators } from './creators.ts';
import { docs } from './docs.ts';
import { embedFix } from './embed-fix.ts';
import { emoteImports } from './emote-imports.ts';
import { emotes } from './emotes.ts';
import type { AnyEndpoint, Home } from './endpoint.ts';
import { errorLogs } from './error-logs.ts';
import { faq } from './faq.ts';
import { feedbackBoard } from './feedback-board.ts';
import { files } from './files.ts';
import { giveaways } from './giveaways.ts';
import { leaderboards } from './leaderboards.ts';
import { linkedRoles } from './linked-roles.ts';
import { liveRole } from './live-role.ts';
import { mediaSharing } from './media-sharing.ts';
import { news } from './news.ts';
import { notifications } from './notifications.ts';
import { overrides } from './overrides.ts';
import { premium } from './premium.ts';
import { roleSync } from './role-sync.ts';
import { serverParts } from './server-parts.ts';
import { servers } from './servers.ts';
import { session } from './session.ts';
import { staffPeople } from './staff-people.ts';
import { starboard } from './starboard.ts';
import { statCounters } from './stat-counters.ts';
import { status } from './status.ts';
import { stickyMessage } from './sticky-message.ts';
import { teams } from './teams.ts';
import { telemetry } from './telemetry.ts';
import { vods } from './vods.ts';
import { votes } from './votes.ts';
import { welcomeLeave } from './welcome-leave.ts';

/** Every call of the API, by home: the same word as the feature folder, the web folder and the dashboard's URL. */
export const contract = {
  session,
  account,
  connections,
  servers: { ...servers, ...serverParts },
  notifications,
  overrides,
  creators,
  'linked-roles': linkedRoles,
  'live-role': liveRole,
  'role-sync': roleSync,
  leaderboards,
  'stat-counters': statCounters,
  vods,
  clips,
  'embed-fix': embedFix,
  emotes: { ...emotes, ...emoteImports },
  'chat-widget': chatWidget,
  giveaways,
  starboard,
  'sticky-message': stickyMessage,
  birthday,
  'welcome-leave': welcomeLeave,
  teams,
  'media-sharing': mediaSharing,
  premium,
  billing,
  votes,
  news,
  blog,
  faq,
  'feedback-board': feedbackBoard,
  docs,
  status,
  'error-logs': errorLogs,
  telemetry,
  files,
  admin: { ...admin, ...staffPeople },
} as const satisfies Readonly<Record<string, Home>>;

export type Contract = typeof contract;
export type HomeName = keyof Contract;

export interface ListedEndpoint {
  /** `home.call`: the operation's name in documents, logs and metrics. */
  readonly key: string;
  readonly home: HomeName;
  readonly endpoint: AnyEndpoint;
}

/** All calls with their names, in the order of the registry. */
export function listContract(): readonly ListedEndpoint[] {
  return Object.entries(contract).flatMap(([home, calls]: [string, Home]) =>
    Object.entries(calls).map(([name, endpoint]) => ({ key: `${home}.${name}`, home: home as HomeName, endpoint })),
  );
}
