import { account } from './account.ts';
import { commands } from './commands.ts';
import { connections } from './connections.ts';
import { creators } from './creators.ts';
import { errorLogs } from './error-logs.ts';
import { errors } from './errors.ts';
import { fields } from './fields.ts';
import { messageEditor } from './message-editor.ts';
import { notifications } from './notifications.ts';
import { overrides } from './overrides.ts';
import { placeholders } from './placeholders.ts';
import { servers } from './servers.ts';
import { telemetry } from './telemetry.ts';

export const en = {
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
  connections,
  commands,
};
