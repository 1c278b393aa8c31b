/** https://dev.twitch.tv/docs/api/reference/#create-conduits */
import { z } from 'zod';
import { createUuid } from '../../platform/ids.ts';
import { type Answer, answerJson, answerNothing, badRequest, type Call, Refusal } from '../call.ts';
import { removeConduit, showConduit, showShard } from '../conduits.ts';
import { verifyShard } from '../eventsub.ts';
import type { Conduit, Shard, Token, TwitchWorld } from '../world.ts';
import { getConduit, needApp, readCallback } from './callbacks.ts';
import { cutPage } from './query.ts';
import type { HelixRoute } from './routes.ts';

const MOST_CONDUITS = 5;
const MOST_SHARDS = 20_000;
const SHARDS_ON_A_PAGE = 100;

const shardCount = z.coerce.number().int().min(1).max(MOST_SHARDS);
const Made = z.object({ shard_count: shardCount });
const Resized = z.object({ id: z.string(), shard_count: shardCount });
const Assigned = z.object({
  conduit_id: z.string(),
  shards: z.array(
    z.object({
      id: z.string().regex(/^\d{1,5}$/),
      transport: z.object({ method: z.literal('webhook'), callback: z.url(), secret: z.string() }),
    }),
  ),
});

export function conduitRoutes(world: TwitchWorld): HelixRoute[] {
  const path = '/eventsub/conduits';
  const ofApp = (method: string, at: string, run: (call: Call) => Answer): HelixRoute => ({
    method,
    path: at,
    run(call, token: Token) {
      needApp(token);
      return run(call);
    },
  });
  return [
    ofApp('GET', path, () => answerJson(200, { data: own(world).map(showConduit) })),
    ofApp('POST', path, (call) => create(world, call)),
    ofApp('PATCH', path, (call) => resize(world, call)),
    ofApp('DELETE', path, (call) => remove(world, call)),
    ofApp('GET', `${path}/shards`, (call) => listShards(world, call)),
    ofApp('PATCH', `${path}/shards`, (call) => assign(world, call)),
  ];
}

const own = (world: TwitchWorld): Conduit[] =>
  [...world.conduits.values()].filter(({ clientId }) => clientId === world.app.clientId);

/** Reads the documented body. Public clients use the URL instead, and Twitch accepts both. */
function readJson<S extends z.ZodType>(call: Call, schema: S): z.output<S> {
  let json: unknown;
  try {
    json = call.body === '' ? Object.fromEntries(call.query) : JSON.parse(call.body);
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : 'the body is not JSON');
  }
  const read = schema.safeParse(json);
  if (!read.success) throw badRequest(z.prettifyError(read.error));
  return read.data;
}

function create(world: TwitchWorld, call: Call): Answer {
  const { shard_count } = readJson(call, Made);
  if (own(world).length >= MOST_CONDUITS) throw new Refusal(429, 'conduit limit reached');
  const { clientId } = world.app;
  const conduit: Conduit = { id: createUuid(world.doors), clientId, shardCount: shard_count, shards: new Map() };
  world.conduits.set(conduit.id, conduit);
  world.doors.changed('twitch');
  return answerJson(200, { data: [showConduit(conduit)] });
}

function resize(world: TwitchWorld, call: Call): Answer {
  const { id, shard_count } = readJson(call, Resized);
  const conduit = getConduit(world, id);
  conduit.shardCount = shard_count;
  for (const shardId of conduit.shards.keys()) if (Number(shardId) >= shard_count) conduit.shards.delete(shardId);
  return answerJson(200, { data: [showConduit(conduit)] });
}

function remove(world: TwitchWorld, call: Call): Answer {
  removeConduit(world, getConduit(world, call.query.get('id') ?? ''));
  return answerNothing();
}

function listShards(world: TwitchWorld, call: Call): Answer {
  const { shards } = getConduit(world, call.query.get('conduit_id') ?? '');
  const status = call.query.get('status');
  const wanted = [...shards.values()].filter((shard) => status === null || shard.status === status);
  const { items, pagination } = cutPage(call, wanted, SHARDS_ON_A_PAGE);
  return answerJson(200, { data: items.map(showShard), pagination });
}

/** Each shard has a separate result. The handshake follows the response. */
function assign(world: TwitchWorld, call: Call): Answer {
  const wish = readJson(call, Assigned);
  const conduit = getConduit(world, wish.conduit_id);
  const done: Shard[] = [];
  const errors: object[] = [];
  for (const { id, transport } of wish.shards) {
    if (Number(id) >= conduit.shardCount) {
      errors.push({ id, message: 'The shard id is outside the conduit’s range', code: 'invalid_parameter' });
      continue;
    }
    const shard: Shard = {
      id,
      callback: readCallback({ callback: transport.callback, secret: transport.secret }),
      status: 'webhook_callback_verification_pending',
      failures: 0,
    };
    conduit.shards.set(id, shard);
    done.push(shard);
    world.doors.later(0, () => void verifyShard(world, shard));
  }
  world.doors.changed('twitch');
  return answerJson(202, { data: done.map(showShard), errors });
}
