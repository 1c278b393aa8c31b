import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network cable to a server. A cut cable transmits nothing and closes no connection, like a dead router. */
export interface Cable {
  /** The server's URL through this cable. */
  readonly url: string;
  cut(): void;
  repair(): void;
  close(): Promise<void>;
}

export async function layCable(to: string): Promise<Cable> {
  const far = new URL(to);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  const join = ([near, other]: readonly [Socket, Socket]): void => {
    near.pipe(other).pipe(near);
  };
  const part = (pair: readonly [Socket, Socket]): void => {
    for (const socket of pair) socket.unpipe().pause();
  };
  const server = createServer((near) => {
    const pair = [near, connect(Number(far.port), far.hostname)] as const;
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    if (isCut) part(pair);
    else join(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(to);
  url.port = `${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cut() {
      isCut = true;
      for (const pair of pairs) part(pair);
    },
    repair() {
      isCut = false;
      for (const pair of pairs) join(pair);
    },
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
