import type { WebSocket } from 'ws';
import { type Codec, codecFor, deflateOnce } from './codec.ts';
import type { Session } from './session.ts';

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes */
const REASONS: Record<number, string> = {
  4000: 'Unknown error.',
  4001: 'Unknown opcode.',
  4002: 'Error while decoding payload.',
  4003: 'Not authenticated.',
  4004: 'Authentication failed.',
  4005: 'Already authenticated.',
  4007: 'Invalid seq.',
  4008: 'Rate limited.',
  4009: 'Session timed out.',
  4010: 'Invalid shard.',
  4011: 'Sharding required.',
  4012: 'Invalid API version.',
  4013: 'Invalid intent(s).',
  4014: 'Disallowed intent(s).',
};

export interface Connection {
  session: Session | null;
  lastBeatAt: number;
  closedByUs: boolean;
  /** True with `compress: true` in identify. Large payloads are then deflated one by one. */
  compressesPayloads: boolean;
  readonly usesTransportCompression: boolean;
  readonly sends: { startedAt: number; count: number };
  hello(heartbeatMs: number): void;
  send(payload: { op: number; d?: unknown; s?: number | null; t?: string | null }): void;
  sendText(text: string): void;
  close(code: number): void;
  terminate(): void;
  /** Frees the compressor. */
  release(): void;
}

/** Accepts a new socket, or closes it if the URL requests something unknown. */
export function openConnection(ws: WebSocket, query: URLSearchParams): Connection | null {
  const version = query.get('v') ?? '10';
  if (!/^(6|7|8|9|10)$/.test(version)) {
    ws.close(4012, REASONS[4012]);
    return null;
  }
  const compress = query.get('compress');
  const encoding = query.get('encoding') ?? 'json';
  const codec = compress ? codecFor(compress) : null;
  if (encoding !== 'json' || codec === undefined) {
    ws.close(4002, REASONS[4002]);
    return null;
  }
  return connectionOn(ws, codec);
}

function connectionOn(ws: WebSocket, codec: Codec | null): Connection {
  const connection: Connection = {
    session: null,
    lastBeatAt: performance.now(),
    closedByUs: false,
    compressesPayloads: false,
    usesTransportCompression: codec !== null,
    sends: { startedAt: performance.now(), count: 0 },
    hello: (heartbeatMs) => connection.send({ op: 10, d: { heartbeat_interval: heartbeatMs, _trace: ['sim'] } }),
    send: (payload) => connection.sendText(JSON.stringify({ t: null, s: null, ...payload })),
    sendText(text) {
      if (ws.readyState !== ws.OPEN) return;
      if (codec) codec.encode(text, (chunk) => ws.send(chunk, { binary: true }));
      else if (connection.compressesPayloads) ws.send(deflateOnce(text), { binary: true });
      else ws.send(text);
    },
    close(code) {
      connection.closedByUs = true;
      // The compressor's remaining data is sent first.
      const finish = () => ws.close(code, REASONS[code]);
      if (codec) codec.drain(finish);
      else finish();
    },
    terminate() {
      connection.closedByUs = true;
      ws.terminate();
    },
    release: () => codec?.close(),
  };
  return connection;
}
