import type { AnyEndpoint } from '@tally/contract';
import type { Config, Doors, Feature, PlatformDefinition, Route } from '@tally/kernel';
import Fastify, { type FastifyInstance } from 'fastify';
import { handleBackupRequests } from '../backup/door.ts';
import { answerOpenPaths } from './answers/open-paths.ts';
import { answerRefusals } from './answers/refusals.ts';
import { answerStoredFiles } from './answers/stored-files.ts';
import { createStreams, type Streams } from './answers/streams.ts';
import { answerDocs } from './docs/answer-docs.ts';
import { describeApi } from './docs/openapi.ts';
import { type Contract, collectRoutes, listEndpoints, type NamedEndpoint, routerPath } from './endpoints.ts';
import { greet } from './greet.ts';
import { answerHealth, type ReadyCheck } from './health.ts';
import { receiveInteractions } from './interactions.ts';
import { measure } from './measure.ts';
import { pushDoors } from './push-doors.ts';
import { maxBytesOf, readForms, readJsonBodies } from './requests/body.ts';
import { answerBrokenRequests } from './requests/broken-requests.ts';
import { buildGate, type Gate } from './requests/gate.ts';
import { createRequestIds } from './requests/request.ts';
import { serve } from './serve.ts';
import { type Stopping, watchStopping } from './stopping.ts';
import { mountWebhooks } from './webhooks.ts';

export interface ApiOptions {
  readonly doors: Doors;
  readonly features: readonly Feature[];
  /** The platforms whose pushes we accept. */
  readonly platforms?: readonly PlatformDefinition[];
  readonly endpoints: Contract;
  readonly config: Config;
  /** The checks behind `/ready`. */
  readonly checks?: readonly ReadyCheck[];
  /** How long a client may take to send its request. Tests shorten it. */
  readonly requestTimeoutMs?: number;
  /** How often an open stream rechecks its caller's access. Tests shorten it. */
  readonly beatMs?: number;
}

/** Creates the API as an instance that answers in-process requests (`inject`) and can listen. */
export async function createApi(options: ApiOptions): Promise<FastifyInstance> {
  const { features, platforms = [], endpoints, config, requestTimeoutMs = 30_000 } = options;
  const doors: Doors = { ...options.doors, features, config };
  const calls = listEndpoints(endpoints);
  const gate = buildGate(features, config);
  const requestIdOf = createRequestIds(doors);

  const app = Fastify({
    logger: false,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    // The web app runs on this machine and forwards its visitors' addresses. Other proxies need the setting.
    trustProxy: config.TRUST_PROXY ? ['loopback', 'linklocal', 'uniquelocal'] : 'loopback',
    bodyLimit: 1_048_576,
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: requestTimeoutMs, connectionsCheckingInterval: Math.min(5000, requestTimeoutMs) },
    // A request that arrives on an open connection while we stop is still answered. Then the connection closes.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    ...answerBrokenRequests(doors, () => requestIdOf(undefined)),
  });
  const stopping = watchStopping(app, doors.timers);
  readJsonBodies(app);
  greet(app, { doors, gate, config });
  measure(app, doors);
  answerRefusals(app, doors, calls);
  const routes = collectRoutes(features);
  await mount(app, { calls, routes, gate, stopping, streams: createStreams(options.beatMs) });
  const webhooks = [...features.flatMap((each) => each.webhooks ?? []), ...pushDoors(platforms)];
  await mountWebhooks(app, [...webhooks, ...receiveInteractions(doors), handleBackupRequests(doors)], doors);
  answerHealth(app, { checks: options.checks ?? [], metrics: doors.metrics });
  answerStoredFiles(app, doors.files);
  answerOpenPaths(
    app,
    features.flatMap(({ openPaths }) => openPaths ?? []),
  );
  answerDocs(app, () =>
    describeApi(endpoints, { siteName: config.SITE_NAME, isBuilt: (endpoint) => routes.has(endpoint) }),
  );
  return app;
}

interface Mounting {
  readonly calls: readonly NamedEndpoint[];
  readonly routes: ReadonlyMap<AnyEndpoint, Route>;
  readonly gate: Gate;
  readonly stopping: Stopping;
  readonly streams: Streams;
}

async function mount(app: FastifyInstance, { calls, routes, gate, stopping, streams }: Mounting): Promise<void> {
  const add = (scope: FastifyInstance, call: NamedEndpoint) => {
    const { endpoint, name } = call;
    const serving = { endpoint, name, gate, stopping, streams, route: routes.get(endpoint) };
    scope.route({
      method: endpoint.method,
      url: routerPath(endpoint.path),
      bodyLimit: maxBytesOf(endpoint),
      config: { call },
      handler: (request, reply) => serve(serving, request, reply),
    });
  };
  for (const call of calls) if (!call.endpoint.upload) add(app, call);
  await app.register(async (scope) => {
    await readForms(scope);
    for (const call of calls) if (call.endpoint.upload) add(scope, call);
  });
}
