import type { Feature } from '@tally/kernel';
import { account } from './account/index.ts';
import { admin } from './admin/index.ts';
import { branding } from './branding/index.ts';
import { connections } from './connections/index.ts';
import { creators } from './creators/index.ts';
import { errorLogs } from './error-logs/index.ts';
import { messageEditor } from './message-editor/index.ts';
import { notifications } from './notifications/index.ts';
import { overrides } from './overrides/index.ts';
import { servers } from './servers/index.ts';
import { session } from './session/index.ts';
import { status } from './status/index.ts';
import { telemetry } from './telemetry/index.ts';

/** Every feature of the house, one line each. A test compares this list with the folders on disk. */
export const features: readonly Feature[] = [
  account,
  admin,
  branding,
  connections,
  creators,
  errorLogs,
  messageEditor,
  notifications,
  overrides,
  servers,
  session,
  status,
  telemetry,
];
