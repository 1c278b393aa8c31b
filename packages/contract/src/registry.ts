import { account } from './account/calls.ts';
import { admin } from './admin/calls.ts';
import { staffCockpit } from './admin/cockpit.ts';
import { staffPeople } from './admin/people.ts';
import { safeModeCalls } from './admin/safe-mode.ts';
import { billing } from './billing/calls.ts';
import { birthday } from './birthday/calls.ts';
import { blog } from './blog/calls.ts';
import { chatWidget } from './chat-widget/calls.ts';
import { clips } from './clips/calls.ts';
import { connections } from './connections/calls.ts';
import { creators } from './creators/calls.ts';
import { docs } from './docs/calls.ts';
import { embedFix } from './embed-fix/calls.ts';
import { emotes } from './emotes/calls.ts';
import { emoteImports } from './emotes/imports.ts';
import { errorLogs } from './error-logs/calls.ts';
import { faq } from './faq/calls.ts';
import { feedbackBoard } from './feedback-board/calls.ts';
import { files } from './files/calls.ts';
import { giveaways } from './giveaways/calls.ts';
import { leaderboards } from './leaderboards/calls.ts';
import { linkedRoles } from './linked-roles/calls.ts';
import { liveRole } from './live-role/calls.ts';
import { mediaSharing } from './media-sharing/calls.ts';
import { moving } from './moving/calls.ts';
import { news } from './news/calls.ts';
import { notifications } from './notifications/calls.ts';
import { overrides } from './overrides/calls.ts';
import { premium } from './premium/calls.ts';
import { roleSync } from './role-sync/calls.ts';
import { servers } from './servers/calls.ts';
import { serverHome } from './servers/home.ts';
import { serverParts } from './servers/parts.ts';
import { session } from './session/calls.ts';
import { setup } from './setup/calls.ts';
import { starboard } from './starboard/calls.ts';
import { statCounters } from './stat-counters/calls.ts';
import { status } from './status/calls.ts';
import { stickyMessage } from './sticky-message/calls.ts';
import { teams } from './teams/calls.ts';
import { telemetry } from './telemetry/calls.ts';
import { vods } from './vods/calls.ts';
import { votes } from './votes/calls.ts';
import { welcomeLeave } from './welcome-leave/calls.ts';
import type { AnyEndpoint, Home } from './wire/endpoint.ts';

/** All API calls by feature. The same word names the feature folder, the web folder and the dashboard's URL. */
export const contract = {
  session,
  account,
  connections,
  servers: { ...servers, ...serverHome, ...serverParts },
  notifications,
  overrides,
  creators,
  moving,
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
  admin: { ...admin, ...staffPeople, ...staffCockpit, ...safeModeCalls },
  setup,
} as const satisfies Readonly<Record<string, Home>>;

export type Contract = typeof contract;
export type HomeName = keyof Contract;

export interface ListedEndpoint {
  /** `home.call`, the name of the operation in documents, logs and metrics. */
  readonly key: string;
  readonly home: HomeName;
  readonly endpoint: AnyEndpoint;
}

/** Lists all calls with their names, in the order of the registry. */
export function listContract(): readonly ListedEndpoint[] {
  return Object.entries(contract).flatMap(([home, calls]: [string, Home]) =>
    Object.entries(calls).map(([name, endpoint]) => ({ key: `${home}.${name}`, home: home as HomeName, endpoint })),
  );
}
