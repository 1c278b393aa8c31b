import type { Application } from '../state/types.ts';
import type { Connection } from './connection.ts';

export interface Session {
  readonly id: string;
  readonly application: Application;
  readonly shard: readonly [number, number];
  readonly intents: number;
  readonly largeThreshold: number;
  seq: number;
  /** The sent events, oldest first. The first one has the number `keptFrom`. */
  kept: string[];
  keptFrom: number;
  connection: Connection | null;
  /** When the socket closed, by the simulated clock. */
  goneAt: number;
}

/** Numbers an event, keeps it for a resume, and sends it if a client is connected. */
export function sendDispatch(session: Session, type: string, data: string, keep: number): void {
  const seq = ++session.seq;
  const text = `{"t":"${type}","s":${seq},"op":0,"d":${data}}`;
  session.kept.push(text);
  if (session.kept.length > keep * 2) {
    const surplus = session.kept.length - keep;
    session.kept = session.kept.slice(surplus);
    session.keptFrom += surplus;
  }
  session.connection?.sendText(text);
}

/** Returns all events after `seq`, or null if they are no longer stored. */
export function missedSince(session: Session, seq: number): readonly string[] | null {
  if (seq + 1 < session.keptFrom) return null;
  return session.kept.slice(seq + 1 - session.keptFrom);
}

/** Returns whether this shard handles the server. Shard 0 also handles events without a server. */
export function isOnShard(session: Session, guildId: string | undefined): boolean {
  const [id, count] = session.shard;
  if (guildId === undefined) return id === 0;
  return count === 1 || Number((BigInt(guildId) >> 22n) % BigInt(count)) === id;
}
