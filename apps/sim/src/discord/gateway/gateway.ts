import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Shared, Target } from '../../world.ts';
import type { Stats } from '../discord.ts';
import type { State } from '../state/state.ts';
import { type Connection, openConnection } from './connection.ts';
import { type Dispatch, Outgoing } from './dispatch.ts';
import { receive } from './receive.ts';
import { type Session, sendDispatch } from './session.ts';

export interface GatewayOptions {
  heartbeatMs: number;
  /** How many events are kept per session for a resume. */
  keptForResume: number;
  /** True if these limits apply: 120 sends a minute, identify pacing, member request pacing. */
  limits: boolean;
}

export interface Gateway {
  readonly sessions: Map<string, Session>;
  readonly options: GatewayOptions;
  dispatch(event: Dispatch): void;
  isAnybodyConnected(): boolean;
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer, target: Target): void;
  /** Closes sockets with a code, and forgets sessions that cannot be resumed. */
  drop(options: { code: number; applicationId?: string | undefined; resumable?: boolean }): number;
  /** Sends op 7 (reconnect) or op 9 (invalid session) to every connection. */
  send(op: 7 | 9, resumable: boolean, applicationId?: string): number;
  close(): void;
}

export interface GatewayCore {
  readonly shared: Shared;
  readonly state: State;
  readonly stats: Stats;
  readonly gateway: Gateway;
  readonly connections: Set<Connection>;
  /** When each (application, shard mod concurrency) last identified. */
  readonly lastIdentify: Map<string, number>;
  readonly memberRequests: Map<string, number>;
}

const ZOMBIE_CHECK_MS = 5000;

/** https://docs.discord.com/developers/events/gateway */
export function createGateway(shared: Shared, state: State, stats: Stats): Gateway {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 1 << 20 });
  const connections = new Set<Connection>();
  const sessions = new Map<string, Session>();
  const gateway: Gateway = {
    sessions,
    options: { heartbeatMs: 41_250, keptForResume: 20_000, limits: shared.options.limits },
    dispatch(event) {
      const outgoing = new Outgoing(state, event);
      for (const session of sessions.values()) {
        const text = outgoing.textFor(session);
        if (text === undefined) continue;
        stats.dispatched++;
        sendDispatch(session, event.type, text, gateway.options.keptForResume);
      }
    },
    isAnybodyConnected: () => sessions.size > 0,
    upgrade(req, socket, head, target) {
      server.handleUpgrade(req, socket, head, (ws: WebSocket) => {
        const connection = openConnection(ws, target.query);
        if (!connection) return;
        connections.add(connection);
        connection.hello(gateway.options.heartbeatMs);
        ws.on('message', (data, isBinary) => receive(core, connection, { data: data as Buffer, isBinary }));
        ws.on('error', () => ws.terminate());
        ws.on('close', (code) => gone(core, connection, code));
      });
    },
    drop({ code, applicationId, resumable = true }) {
      let dropped = 0;
      for (const connection of connections) {
        const { session } = connection;
        if (applicationId && session?.application.id !== applicationId) continue;
        if (session && !resumable) sessions.delete(session.id);
        connection.close(code);
        dropped++;
      }
      return dropped;
    },
    send(op, resumable, applicationId) {
      let told = 0;
      for (const connection of connections) {
        const { session } = connection;
        if (!session || (applicationId && session.application.id !== applicationId)) continue;
        if (op === 9 && !resumable) {
          sessions.delete(session.id);
          connection.session = null;
        }
        connection.send({ op, d: op === 9 ? resumable : null });
        told++;
      }
      return told;
    },
    close() {
      clearInterval(watch);
      for (const connection of connections) connection.terminate();
      server.close();
    },
  };
  const core: GatewayCore = {
    shared,
    state,
    stats,
    gateway,
    connections,
    lastIdentify: new Map(),
    memberRequests: new Map(),
  };
  // Closes a client without heartbeats, so its session can be resumed elsewhere.
  const watch = setInterval(() => {
    const now = performance.now();
    for (const connection of connections) {
      if (now - connection.lastBeatAt > gateway.options.heartbeatMs * 1.5 + 5000) connection.close(4009);
    }
  }, ZOMBIE_CHECK_MS);
  watch.unref();
  return gateway;
}

/** Handles a closed socket. 1000 and 1001 from the client end the session. After any other code it can be resumed. */
function gone(core: GatewayCore, connection: Connection, code: number): void {
  core.connections.delete(connection);
  connection.release();
  const { session } = connection;
  if (!session || session.connection !== connection) return;
  session.connection = null;
  session.goneAt = core.shared.clock.ms();
  const endedByClient = !connection.closedByUs && (code === 1000 || code === 1001);
  if (endedByClient) core.gateway.sessions.delete(session.id);
  core.shared.events.publish('discord', 'SESSION_CHANGED', { id: session.id, connected: false, code });
}
