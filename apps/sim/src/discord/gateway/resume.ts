import { isRecord } from '../rules/schema.ts';
import type { Connection } from './connection.ts';
import type { GatewayCore } from './gateway.ts';
import { missedSince, sendDispatch } from './session.ts';

/** How long a session without a socket can be resumed. */
const RESUMABLE_MS = 5 * 60_000;

/** https://docs.discord.com/developers/events/gateway#resuming */
export function resume(core: GatewayCore, connection: Connection, d: unknown): void {
  if (!isRecord(d) || typeof d.token !== 'string' || typeof d.session_id !== 'string' || typeof d.seq !== 'number') {
    return connection.close(4002);
  }
  const session = core.gateway.sessions.get(d.session_id);
  const token = d.token.replace(/^Bot /, '');
  if (session && session.application.token !== token) return connection.close(4004);
  const isStale = session && !session.connection && core.shared.clock.ms() - session.goneAt > RESUMABLE_MS;
  if (!session || isStale) {
    if (session) core.gateway.sessions.delete(session.id);
    return connection.send({ op: 9, d: false });
  }
  if (d.seq > session.seq) return connection.close(4007);
  const missed = missedSince(session, d.seq);
  if (!missed) {
    core.gateway.sessions.delete(session.id);
    return connection.send({ op: 9, d: false });
  }
  const old = session.connection;
  session.connection = connection;
  connection.session = session;
  // The older socket is dead and is closed.
  if (old && old !== connection) {
    old.session = null;
    old.close(4000);
  }
  for (const text of missed) connection.sendText(text);
  sendDispatch(session, 'RESUMED', JSON.stringify({ _trace: ['sim'] }), core.gateway.options.keptForResume);
  core.shared.events.publish('discord', 'SESSION_CHANGED', { id: session.id, connected: true });
}
