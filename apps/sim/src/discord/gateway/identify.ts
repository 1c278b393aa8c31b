import { isRecord } from '../rules/schema.ts';
import { applicationByToken, countGuilds } from '../state/state.ts';
import type { Application } from '../state/types.ts';
import { applicationFlags, guildCreateWire, selfWire } from '../state/wire.ts';
import type { Connection } from './connection.ts';
import type { GatewayCore } from './gateway.ts';
import { Intent, KNOWN_INTENTS, PRIVILEGED } from './intents.ts';
import { isOnShard, type Session, sendDispatch } from './session.ts';

const DAY = 86_400_000;
const IDENTIFY_EVERY_MS = 5000;
const GUILDS_PER_SHARD = 2500;
/** Clients with exact timing need some tolerance. */
const PACING_SLACK_MS = 250;

interface Identify {
  readonly application: Application;
  readonly intents: number;
  readonly shard: readonly [number, number];
  readonly largeThreshold: number;
  readonly compress: boolean;
}

/** https://docs.discord.com/developers/events/gateway-events#identify */
export function identify(core: GatewayCore, connection: Connection, d: unknown): void {
  const read = readIdentify(core, d);
  if (typeof read === 'number') return connection.close(read);
  if (core.gateway.options.limits && !isPaced(core, read)) return connection.send({ op: 9, d: false });
  if (!spendIdentify(core, read.application)) {
    // Spending the budget ends every session and resets the token.
    read.application.token = core.state.secret('bot');
    core.gateway.drop({ code: 4004, applicationId: read.application.id, resumable: false });
    return connection.close(4004);
  }
  const session: Session = {
    id: core.state.secret('session').slice(-32),
    application: read.application,
    shard: read.shard,
    intents: read.intents,
    largeThreshold: read.largeThreshold,
    seq: 0,
    kept: [],
    keptFrom: 1,
    connection,
    goneAt: 0,
  };
  connection.compressesPayloads = read.compress && !connection.usesTransportCompression;
  connection.session = session;
  core.gateway.sessions.set(session.id, session);
  welcome(core, session);
  core.shared.events.publish('discord', 'SESSION_CHANGED', { id: session.id, connected: true });
}

/** Returns the parsed request, or the close code. */
function readIdentify(core: GatewayCore, d: unknown): Identify | number {
  if (!isRecord(d) || typeof d.token !== 'string') return 4002;
  const application = applicationByToken(core.state, d.token.replace(/^Bot /, ''));
  if (!application) return 4004;
  if (!isRecord(d.properties)) return 4002;
  const shard = readShard(d.shard);
  if (!shard) return 4010;
  const { intents } = d;
  if (typeof intents !== 'number' || !Number.isInteger(intents) || intents < 0 || (intents & ~KNOWN_INTENTS) !== 0)
    return 4013;
  if ((intents & PRIVILEGED & ~application.privilegedIntents) !== 0) return 4014;
  if (countGuilds(core.state, application) / shard[1] > GUILDS_PER_SHARD && core.gateway.options.limits) return 4011;
  const largeThreshold = typeof d.large_threshold === 'number' ? d.large_threshold : 50;
  return { application, intents, shard, largeThreshold, compress: d.compress === true };
}

function readShard(given: unknown): readonly [number, number] | null {
  if (given === undefined || given === null) return [0, 1];
  if (!Array.isArray(given) || given.length !== 2) return null;
  const [id, count] = given as [unknown, unknown];
  const isWhole = (value: unknown): value is number => Number.isInteger(value);
  return isWhole(id) && isWhole(count) && id >= 0 && count > 0 && id < count ? [id, count] : null;
}

/** Allows max_concurrency identifies per five seconds. Shards with the same remainder wait for each other. */
function isPaced(core: GatewayCore, { application, shard }: Identify): boolean {
  const key = `${application.id}:${shard[0] % application.maxConcurrency}`;
  const now = performance.now();
  const last = core.lastIdentify.get(key);
  if (last !== undefined && now - last < IDENTIFY_EVERY_MS - PACING_SLACK_MS) return false;
  core.lastIdentify.set(key, now);
  return true;
}

function spendIdentify(core: GatewayCore, application: Application): boolean {
  const budget = application.identifies;
  const now = core.shared.clock.ms();
  if (now - budget.startedAt >= DAY) {
    budget.startedAt = now;
    budget.used = 0;
  }
  budget.used++;
  return budget.used <= budget.total;
}

function welcome(core: GatewayCore, session: Session): void {
  const { state, gateway, shared } = core;
  const { application } = session;
  const bot = state.users.get(application.botId);
  const guilds = [...state.guilds.values()].filter(
    (guild) => guild.members.has(application.botId) && isOnShard(session, guild.id),
  );
  const keep = gateway.options.keptForResume;
  const ready = {
    v: 10,
    user: bot ? { ...selfWire(bot, false), email: null } : null,
    user_settings: {},
    guilds: guilds.map((guild) => ({ id: guild.id, unavailable: true })),
    private_channels: [],
    relationships: [],
    presences: [],
    session_id: session.id,
    session_type: 'normal',
    resume_gateway_url: gatewayUrl(shared.url()),
    shard: session.shard,
    application: { id: application.id, flags: applicationFlags(application) },
    _trace: ['sim'],
  };
  sendDispatch(session, 'READY', JSON.stringify(ready), keep);
  const hasPresences = (session.intents & Intent.GUILD_PRESENCES) !== 0;
  // Without GUILDS, no server is described. A bot without any intent gets none either.
  if ((session.intents & Intent.GUILDS) === 0) return;
  for (const guild of guilds) {
    const data = guild.unavailable
      ? undefined
      : JSON.stringify(guildCreateWire(state, guild, { botId: application.botId, hasPresences }));
    if (data) sendDispatch(session, 'GUILD_CREATE', data, keep);
  }
}

export const gatewayUrl = (base: string): string => `${base.replace(/^http/, 'ws')}/discord/gateway`;
