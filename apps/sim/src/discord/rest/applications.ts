import type { Core } from '../discord.ts';
import { ApiError, formError } from '../rules/errors.ts';
import { checkBody, isRecord, loadSchemas } from '../rules/schema.ts';
import type { Application } from '../state/types.ts';
import { applicationWire } from '../state/wire.ts';
import { postSigned } from '../work/interact.ts';
import {
  type BotCall,
  botRoute,
  bucket,
  type Call,
  nothing,
  ok,
  openRoute,
  type Reply,
  type Route,
  roomy,
} from './route.ts';

interface ApplicationBody {
  readonly description?: string;
  readonly interactions_endpoint_url?: string | null;
  readonly role_connections_verification_url?: string | null;
}

interface ConnectionBody {
  readonly platform_name?: string | null;
  readonly platform_username?: string | null;
  readonly metadata?: Record<string, string> | null;
}

const MOST_RECORDS = 5;
const RECORDS = '/applications/:application/role-connections/metadata';
const CONNECTION = '/users/@me/applications/:application/role-connection';
const connections = { auth: { scope: 'role_connections.write' }, limit: bucket('role-connection', 10, 60) };

export const applicationRoutes: readonly Route[] = [
  botRoute('GET /applications/@me', { limit: roomy('application') }, ({ core, application }) =>
    ok(applicationWire(core.state, application)),
  ),
  botRoute('GET /oauth2/applications/@me', { limit: roomy('application') }, ({ core, application }) =>
    ok(applicationWire(core.state, application)),
  ),
  botRoute<ApplicationBody>(
    'PATCH /applications/@me',
    { body: { loose: true }, limit: bucket('application-edit', 5, 5) },
    changeApplication,
  ),
  botRoute(`GET ${RECORDS}`, { limit: roomy('role-records') }, (call) =>
    ok(call.core.state.roleConnectionRecords.get(own(call).id) ?? []),
  ),
  botRoute<unknown>(
    `PUT ${RECORDS}`,
    { body: { loose: true }, limit: bucket('role-records-set', 5, 5) },
    async (call) => {
      const records = await readRecords(call.body);
      call.core.state.roleConnectionRecords.set(own(call).id, records);
      return ok(records);
    },
  ),
  openRoute(`GET ${CONNECTION}`, connections, (call) => {
    const found = call.core.state.roleConnections.get(keyOf(call));
    return ok(found ?? { platform_name: null, platform_username: null, metadata: {} });
  }),
  openRoute<ConnectionBody>(
    `PUT ${CONNECTION}`,
    { ...connections, body: 'UpdateApplicationUserRoleConnectionRequest' },
    setConnection,
  ),
  openRoute(`DELETE ${CONNECTION}`, connections, (call) => {
    call.core.state.roleConnections.delete(keyOf(call));
    return nothing;
  }),
];

/** An application can change only its own objects. */
export function own(call: BotCall): Application {
  if (call.params.application !== call.application.id) throw new ApiError(20012);
  return call.application;
}

async function changeApplication(call: BotCall<ApplicationBody>): Promise<Reply> {
  const { core, application, body } = call;
  if (typeof body.description === 'string') application.description = body.description;
  if (body.role_connections_verification_url !== undefined)
    application.roleConnectionsVerificationUrl = body.role_connections_verification_url;
  if (body.interactions_endpoint_url !== undefined)
    await setEndpoint(core, application, body.interactions_endpoint_url || null);
  return ok(applicationWire(core.state, application));
}

/** Discord tests the endpoint with a valid and a forged signature before it accepts it. */
async function setEndpoint(core: Core, application: Application, url: string | null): Promise<void> {
  const before = application.interactionsEndpointUrl;
  application.interactionsEndpointUrl = url;
  if (url === null) return;
  const payload = { id: core.state.ids.next(), application_id: application.id, type: 1, token: 'ping', version: 1 };
  const isGood = await answersPing(core, application, payload);
  if (isGood) return;
  application.interactionsEndpointUrl = before;
  throw formError(
    'interactions_endpoint_url',
    'APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID',
    'The specified interactions endpoint url could not be verified.',
  );
}

async function answersPing(core: Core, application: Application, payload: unknown): Promise<boolean> {
  try {
    const answer = await postSigned(core, application, { payload });
    const body: unknown = JSON.parse(answer.text);
    const forged = await postSigned(core, application, { payload, isForged: true });
    return answer.status === 200 && isRecord(body) && body.type === 1 && forged.status === 401;
  } catch {
    // An endpoint that is unreachable, too slow or not JSON gives the same error.
    return false;
  }
}

async function readRecords(body: unknown): Promise<readonly unknown[]> {
  if (!Array.isArray(body)) throw new ApiError(50035);
  if (body.length > MOST_RECORDS)
    throw formError('_errors', 'BASE_TYPE_MAX_LENGTH', `Must be ${MOST_RECORDS} or fewer in length.`);
  await loadSchemas();
  for (const record of body) {
    checkBody('ApplicationRoleConnectionsMetadataItemRequest', record);
    if (isRecord(record) && !/^[a-z0-9_]{1,50}$/.test(String(record.key))) {
      throw formError('key', 'STRING_TYPE_REGEX', 'String value did not match validation regex.');
    }
  }
  return body;
}

function keyOf(call: Call): string {
  if (call.auth.kind !== 'bearer') throw new ApiError(0);
  if (call.auth.grant.applicationId !== call.params.application) throw new ApiError(20012);
  return `${call.auth.grant.applicationId}:${call.auth.user.id}`;
}

function setConnection(call: Call<ConnectionBody>): Reply {
  const { core, body } = call;
  const records = core.state.roleConnectionRecords.get(call.params.application ?? '') ?? [];
  const known = new Set(records.filter(isRecord).map((record) => record.key));
  const metadata = Object.fromEntries(Object.entries(body.metadata ?? {}).filter(([key]) => known.has(key)));
  const connection = {
    platform_name: body.platform_name ?? null,
    platform_username: body.platform_username ?? null,
    metadata,
  };
  core.state.roleConnections.set(keyOf(call), connection);
  return ok(connection);
}
