import type { ServerResponse } from 'node:http';
import type { Shared, Target, WorldDefinition } from '../world.ts';
import { serveCdn } from './cdn/serve.ts';
import { createControls } from './control/controls.ts';
import { summary } from './control/summary.ts';
import type { Core, DiscordWorld, Stats } from './discord.ts';
import { createGateway } from './gateway/gateway.ts';
import { serveAuthorize } from './oauth/authorize.ts';
import { routes } from './rest/routes.ts';
import { createRest, limitedReply, send } from './rest/serve.ts';
import { createLimits } from './rules/limits.ts';
import { makeKeys } from './seed/keys.ts';
import { seedState } from './seed/seed.ts';
import { createState } from './state/state.ts';
import { createNonces } from './work/nonces.ts';

const API = '/api';
const CDN = '/cdn/';

export const discord = {
  name: 'discord',
  prefix: '/discord',
  create: createDiscord,
} satisfies WorldDefinition<DiscordWorld>;

function createDiscord(shared: Shared): DiscordWorld {
  const keys = makeKeys();
  const state = createState(shared.clock);
  seedState(state, shared.options.seed, keys);
  const stats: Stats = { requests: 0, byStatus: {}, selfInflicted429: 0, invalid: 0, messages: 0, dispatched: 0 };
  const end = new AbortController();
  const core: Core = {
    shared,
    state,
    stats,
    limits: createLimits(shared.clock, shared.options.limits),
    gateway: createGateway(shared, state, stats),
    nonces: createNonces(shared.clock),
    interactions: new Map(),
    closing: end.signal,
  };
  const rest = createRest(core, routes);
  return {
    ...core,
    controls: createControls(core),
    summary: () => summary(core),
    handle(req, res, target) {
      const { path } = target;
      if (path.startsWith(`${API}/`)) return rest(req, res, { path: path.slice(API.length), query: target.query });
      if (path === '/oauth2/authorize') return serveAuthorize(core, { req, res, target });
      if (path.startsWith(CDN) && serveCdn(state, res, path.slice(CDN.length), target.query)) return undefined;
      return shared.unknown('discord', req, res, path);
    },
    upgrade(req, socket, head, target: Target) {
      if (/^\/gateway\/?$/.test(target.path)) core.gateway.upgrade(req, socket, head, target);
      else socket.destroy();
    },
    limited(res: ServerResponse, fault) {
      const headers = {};
      send(res, limitedReply(headers, fault), headers);
    },
    reset(seed) {
      core.gateway.drop({ code: 4000, resumable: false });
      core.gateway.sessions.clear();
      seedState(state, seed, keys);
      core.limits.reset();
      core.nonces.clear();
      core.interactions.clear();
      Object.assign(stats, { requests: 0, byStatus: {}, selfInflicted429: 0, invalid: 0, messages: 0, dispatched: 0 });
    },
    close() {
      end.abort();
      core.gateway.close();
    },
  };
}
