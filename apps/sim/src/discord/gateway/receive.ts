import { isRecord } from '../rules/schema.ts';
import { memberCount } from '../state/state.ts';
import { presenceWire } from '../state/wire.ts';
import type { Connection } from './connection.ts';
import type { GatewayCore } from './gateway.ts';
import { identify } from './identify.ts';
import { Intent } from './intents.ts';
import { requestMembers } from './members.ts';
import { resume } from './resume.ts';

/** https://docs.discord.com/developers/events/gateway#sending-events */
const LARGEST = 4096;
const SENDS_PER_MINUTE = 120;
const HEARTBEAT = 1;
const IDENTIFY = 2;
const PRESENCE = 3;
const RESUME = 6;
const REQUEST_MEMBERS = 8;
/** Voice states, soundboard sounds and channel information are accepted, but have no effect here. */
const WITHOUT_EFFECT = new Set([4, 31, 43]);

export function receive(core: GatewayCore, connection: Connection, frame: { data: Buffer; isBinary: boolean }): void {
  if (frame.data.length > LARGEST) return connection.close(4002);
  if (core.gateway.options.limits && isTooOften(connection)) return connection.close(4008);
  const payload = parse(frame.data);
  if (!payload) return connection.close(4002);
  const { op, d } = payload;
  if (op === HEARTBEAT) {
    connection.lastBeatAt = performance.now();
    return connection.send({ op: 11 });
  }
  if (op === IDENTIFY) return connection.session ? connection.close(4005) : identify(core, connection, d);
  if (op === RESUME) return connection.session ? connection.close(4005) : resume(core, connection, d);
  if (!connection.session) return connection.close(4003);
  if (op === PRESENCE) return updatePresence(core, connection, d);
  if (op === REQUEST_MEMBERS) return requestMembers(core, connection, d);
  if (!WITHOUT_EFFECT.has(op)) connection.close(4001);
}

function isTooOften(connection: Connection): boolean {
  const now = performance.now();
  if (now - connection.sends.startedAt >= 60_000) {
    connection.sends.startedAt = now;
    connection.sends.count = 0;
  }
  return ++connection.sends.count > SENDS_PER_MINUTE;
}

function parse(data: Buffer): { op: number; d: unknown } | null {
  try {
    const payload: unknown = JSON.parse(data.toString('utf8'));
    return isRecord(payload) && typeof payload.op === 'number' ? { op: payload.op, d: payload.d } : null;
  } catch (error) {
    // Invalid JSON is a decoding error (4002). Any other error is a bug in this program.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const STATUSES = ['online', 'idle', 'dnd', 'offline'] as const;

function updatePresence(core: GatewayCore, connection: Connection, d: unknown): void {
  const user = core.state.users.get(connection.session?.application.botId ?? '');
  if (!user || !isRecord(d)) return connection.close(4002);
  const asked = d.status === 'invisible' ? 'offline' : d.status;
  user.status = STATUSES.find((status) => status === asked) ?? 'online';
  user.activities = Array.isArray(d.activities) ? d.activities : [];
  for (const guild of core.state.guilds.values()) {
    if (!guild.members.has(user.id) || memberCount(guild) === 0) continue;
    const data = presenceWire(guild, user);
    core.gateway.dispatch({ type: 'PRESENCE_UPDATE', guildId: guild.id, intent: Intent.GUILD_PRESENCES, data });
    core.shared.events.publish('discord', 'PRESENCE_UPDATE', data);
  }
}
