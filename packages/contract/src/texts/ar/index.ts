import type { Texts } from '../index.ts';
import { errors } from './errors.ts';
import { fields } from './fields.ts';
import { account } from './account.ts';
import { servers } from './servers.ts';
import { errorLogs } from './error-logs.ts';
import { telemetry } from './telemetry.ts';
import { placeholders } from './placeholders.ts';
import { notifications } from './notifications.ts';
import { messageEditor } from './message-editor.ts';
import { overrides } from './overrides.ts';
import { creators } from './creators.ts';

export const ar = {
  errors,
  fields,
  account,
  servers,
  errorLogs,
  telemetry,
  placeholders,
  notifications,
  messageEditor,
  overrides,
  creators,
} satisfies Texts;
