import { isRecord } from '../rules/schema.ts';
import type { Guild, Member } from '../state/types.ts';
import { memberWire, presenceWire } from '../state/wire.ts';
import type { Connection } from './connection.ts';
import type { GatewayCore } from './gateway.ts';
import { Intent } from './intents.ts';
import { sendDispatch } from './session.ts';

const CHUNK = 1000;
const MOST_NAMED = 100;
/** A bot can request the whole list once in 30 s per server. */
const WHOLE_LIST_EVERY_MS = 30_000;

/** https://docs.discord.com/developers/events/gateway-events#request-guild-members */
export function requestMembers(core: GatewayCore, connection: Connection, d: unknown): void {
  const { session } = connection;
  if (!session || !isRecord(d)) return connection.close(4002);
  const guildId = Array.isArray(d.guild_id) ? String(d.guild_id[0]) : String(d.guild_id);
  const guild = core.state.guilds.get(guildId);
  if (!guild?.members.has(session.application.botId)) return;
  const nonce = typeof d.nonce === 'string' && Buffer.byteLength(d.nonce) <= 32 ? d.nonce : undefined;
  const isWhole = d.query === '' && (d.limit ?? 0) === 0 && d.user_ids === undefined;
  if (isWhole) {
    if ((session.intents & Intent.GUILD_MEMBERS) === 0) return;
    const retryAfter = waitFor(core, `${session.application.id}:${guildId}`);
    if (retryAfter > 0) {
      const limited = {
        opcode: 8,
        retry_after: retryAfter / 1000,
        meta: { guild_id: guildId, ...(nonce ? { nonce } : {}) },
      };
      sendDispatch(session, 'RATE_LIMITED', JSON.stringify(limited), core.gateway.options.keptForResume);
      return;
    }
  }
  sendChunks(core, connection, { guild, nonce, presences: d.presences === true, ...choose(guild, d) });
}

function waitFor(core: GatewayCore, key: string): number {
  if (!core.gateway.options.limits) return 0;
  const now = core.shared.clock.ms();
  const until = (core.memberRequests.get(key) ?? Number.NEGATIVE_INFINITY) + WHOLE_LIST_EVERY_MS;
  if (until > now) return until - now;
  core.memberRequests.set(key, now);
  return 0;
}

function choose(guild: Guild, d: Record<string, unknown>): { members: Member[]; notFound: string[] } {
  if (d.user_ids !== undefined) {
    const ids = (Array.isArray(d.user_ids) ? d.user_ids : [d.user_ids]).map(String).slice(0, MOST_NAMED);
    return {
      members: ids.flatMap((id) => guild.members.get(id) ?? []),
      notFound: ids.filter((id) => !guild.members.has(id)),
    };
  }
  const prefix = typeof d.query === 'string' ? d.query.toLowerCase() : '';
  const all = [...guild.members.values()];
  if (prefix === '' && (d.limit ?? 0) === 0) return { members: all, notFound: [] };
  const most = Math.min(Number(d.limit) || MOST_NAMED, MOST_NAMED);
  const starts = (text: string | null) => text?.toLowerCase().startsWith(prefix) ?? false;
  const found = all.filter(
    (member) => starts(member.user.username) || starts(member.nick) || starts(member.user.global_name),
  );
  return { members: found.slice(0, most), notFound: [] };
}

function sendChunks(
  core: GatewayCore,
  connection: Connection,
  answer: { guild: Guild; members: Member[]; notFound: string[]; nonce: string | undefined; presences: boolean },
): void {
  const { session } = connection;
  if (!session) return;
  const { guild, members } = answer;
  const count = Math.max(1, Math.ceil(members.length / CHUNK));
  for (let index = 0; index < count; index++) {
    const part = members.slice(index * CHUNK, (index + 1) * CHUNK);
    const data = {
      guild_id: guild.id,
      members: part.map(memberWire),
      chunk_index: index,
      chunk_count: count,
      ...(answer.notFound.length > 0 ? { not_found: answer.notFound } : {}),
      ...(answer.presences ? { presences: part.map((member) => presenceWire(guild, member.user)) } : {}),
      ...(answer.nonce ? { nonce: answer.nonce } : {}),
    };
    sendDispatch(session, 'GUILD_MEMBERS_CHUNK', JSON.stringify(data), core.gateway.options.keptForResume);
  }
}
