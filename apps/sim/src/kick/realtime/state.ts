import type { WebSocket } from 'ws';

/** One connection to Kick's web chat, whichever of its two protocols it speaks. */
export interface Listener {
  readonly socket: WebSocket;
  readonly channels: Set<string>;
  /** An event on one of its channels, in the words of its protocol. */
  tell(channel: string, event: string, data: unknown): void;
}

export interface Realtime {
  readonly listeners: Set<Listener>;
  /** Whom a negotiation names, if the client can speak with them. */
  provider: 'centrifugo' | 'pusher';
  /** Tokens of guests, until when they are good. */
  readonly tokens: Map<string, Date>;
  /** Sockets stay open, and say nothing. */
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
