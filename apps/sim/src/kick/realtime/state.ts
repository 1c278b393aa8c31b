import type { WebSocket } from 'ws';
import type { KickWorld } from '../world.ts';

/** One connection to Kick's web chat, in either of its two protocols. */
export interface Listener {
  readonly socket: WebSocket;
  readonly channels: Set<string>;
  /** Sends an event on one of its channels, in the format of its protocol. */
  tell(channel: string, event: string, data: unknown): void;
}

export interface Realtime {
  readonly listeners: Set<Listener>;
  /** The server that a negotiation names, if the client supports it. */
  provider: 'centrifugo' | 'pusher';
  /** Guest tokens and their expiry. */
  readonly tokens: Map<string, Date>;
  /** If true, the sockets stay open but send nothing. */
  isZombie: boolean;
  close(code?: number): void;
}

export function createRealtime(): Realtime {
  const listeners = new Set<Listener>();
  return {
    listeners,
    provider: 'centrifugo',
    tokens: new Map(),
    isZombie: false,
    close: (code) => listeners.forEach(({ socket }) => (code === undefined ? socket.terminate() : socket.close(code))),
  };
}

/** Opens one of the protocols on a new socket. */
export type OpenSocket = (
  world: KickWorld,
  socket: WebSocket,
) => {
  readonly listener: Listener;
  readonly read: (text: string) => void;
  readonly end: () => void;
};

/** Returns null if the text is not a JSON object. */
export function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
