import { WebSocket } from 'ws';

export interface SocketCall {
  /** The service we call, as in every other call. */
  readonly world: string;
  /** `wss:`, or `ws:` on this machine. */
  readonly url: string;
  /** Called when the connection is open for writing. */
  readonly opened: () => void;
  readonly heard: (text: string) => void;
  /**
   * Called once when the connection has ended or failed to open. The code comes from the other side:
   * https://www.rfc-editor.org/rfc/rfc6455#section-7.4
   */
  readonly ended: (code: number) => void;
}

export interface Socket {
  /** Does nothing while the connection is not open. */
  send(text: string): void;
  /** After this call no callback runs, not even `ended`. */
  close(): void;
}

/** This is far above the largest message of a chat. */
const MOST_BYTES = 1 << 20;

/** Opens WebSockets to the outside. They send neither `Origin` nor cookies, and follow no redirects. */
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
          // We send no close frame, because a silent peer would never answer it.
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
      // An error only means that the connection ended, which the next event reports.
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
