import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { BOT_ID, happening, message, server, serverId, THE_END } from './world.ts';

/** The server side of the bench: a gateway that sends as fast as the client reads, in a separate process. */
const HEARTBEAT_MS = 41_250;
const MOST_UNSENT = 4_000_000;
/** Events are prepared in advance, so this process is never the bottleneck. */
const PREPARED = 20_000;

const servers = Number(process.argv[2]);
const events = Number(process.argv[3]);
const prepared = Array.from({ length: PREPARED }, (_, index) => {
  const { t, d } = happening(index, servers);
  return { t, d: JSON.stringify(d) };
});
const client: { socket: WebSocket | undefined; seq: number } = { socket: undefined, seq: 0 };

const http = createServer((req, res) => {
  const { port } = http.address() as AddressInfo;
  const limit = { total: 1000, remaining: 999, reset_after: 0, max_concurrency: 1 };
  const known = req.url?.endsWith('/gateway/bot');
  res.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
  res.end(JSON.stringify({ url: `ws://127.0.0.1:${port}`, shards: 1, session_start_limit: limit }));
});
const gateway = new WebSocketServer({ server: http, perMessageDeflate: false });

const dispatch = (t: string, d: string): void =>
  client.socket?.send(`{"t":"${t}","s":${++client.seq},"op":0,"d":${d}}`);

gateway.on('connection', (socket) => {
  client.socket = socket;
  client.seq = 0;
  socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: HEARTBEAT_MS } }));
  socket.on('message', (data) => {
    const { op } = JSON.parse((data as Buffer).toString()) as { op: number };
    if (op === 1) socket.send('{"op":11}');
    if (op === 2) greet();
  });
});

function greet(): void {
  const { port } = http.address() as AddressInfo;
  const guilds = Array.from({ length: servers }, (_, index) => ({ id: serverId(index), unavailable: true }));
  const user = { id: BOT_ID, username: 'tally', discriminator: '0', avatar: null, bot: true };
  const session = { session_id: 'bench', resume_gateway_url: `ws://127.0.0.1:${port}` };
  const application = { id: BOT_ID, flags: 0 };
  dispatch('READY', JSON.stringify({ v: 10, user, guilds, shard: [0, 1], application, ...session }));
}

async function sendServers(): Promise<void> {
  for (let index = 0; index < servers; index += 1) {
    dispatch('GUILD_CREATE', JSON.stringify(server(index)));
    await room();
  }
  finish();
}

async function sendEvents(): Promise<void> {
  for (let index = 0; index < events; index += 1) {
    const { t, d } = prepared[index % PREPARED] as { t: string; d: string };
    dispatch(t, d);
    if (index % 64 === 0) await room();
  }
  finish();
}

const finish = (): void => dispatch('MESSAGE_CREATE', JSON.stringify(message(1, servers, THE_END)));

async function room(): Promise<void> {
  while ((client.socket?.bufferedAmount ?? 0) > MOST_UNSENT) await pause(1);
}

process.on('message', (wish) => void (wish === 'servers' ? sendServers() : sendEvents()));
process.on('disconnect', () => process.exit());
http.listen(0, '127.0.0.1', () => process.send?.({ port: (http.address() as AddressInfo).port }));
