import { WebSocket } from 'ws';

export interface SocketCall {
  /** Whom we are talking to, as in every other call. */
  readonly world: string;
  /** `wss:`, or `ws:` on this machine. */
  readonly url: string;
  /** It is open: now it may be written to. */
  readonly opened: () => void;
  readonly heard: (text: string) => void;
  /** It is over, or never began; said once. The code is the other side's: https://www.rfc-editor.org/rfc/rfc6455#section-7.4 */
  readonly ended: (code: number) => void;
}

export interface Socket {
  /** Nothing happens on one that is not open. */
  send(text: string): void;
  /** Nothing more is heard of it, not even its end. */
  close(): void;
}

/** What a chat says in one go is far below this. */
const MOST_BYTES = 1 << 20;

/** Sockets to the outside. They say neither `Origin` nor a cookie, and go nowhere else than where they were sent. */
export function createSockets(): { open(call: SocketCall): Socket; close(): void } {
  const sockets = new Set<Socket>();
  return {
    open({ url, opened, heard, ended }) {
      const wire = new WebSocket(url, {
        handshakeTimeout: 5_000,
        maxPayload: MOST_BYTES,
        perMessageDeflate: false,
        followRedirects: false,
      });
      let isOver = false;
      const socket: Socket = {
        send(text) {
          if (wire.readyState === WebSocket.OPEN) wire.send(text);
        },
        close() {
          isOver = true;
          sockets.delete(socket);
          // Not with a goodbye: who has fallen silent would never answer it.
          wire.terminate();
        },
      };
      sockets.add(socket);
      wire.on('open', () => {
        if (!isOver) opened();
      });
      wire.on('message', (data: Buffer, isBinary) => {
        if (!isOver && !isBinary) heard(data.toString('utf8'));
      });
      // What went wrong is no more than that it is over, which the next event says.
      wire.on('error', () => undefined);
      wire.on('close', (code) => {
        if (isOver) return;
        isOver = true;
        sockets.delete(socket);
        ended(code);
      });
      return socket;
    },
    close() {
      for (const socket of sockets) socket.close();
    },
  };
}
