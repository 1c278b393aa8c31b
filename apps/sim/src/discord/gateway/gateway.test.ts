import { createInflate, createZstdDecompress, inflateSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Sim } from '../../start.ts';
import { APPLICATION_ID, BOT_TOKEN } from '../seed/application.ts';
import { act, ask, channel, openSim, personOf, server } from '../test-world.ts';
import { Intent } from './intents.ts';

interface Payload {
  readonly op: number;
  readonly t: string | null;
  readonly s: number | null;
  readonly d: { [key: string]: never } & {
    session_id: string;
    content: string;
    id: string;
    heartbeat_interval: number;
    members: unknown[];
    nonce: string;
    retry_after: number;
  };
}

/** A bare gateway client that returns every payload in order. */
class Wire {
  readonly socket: WebSocket;
  readonly #waiting: ((payload: Payload) => void)[] = [];
  readonly #came: Payload[] = [];
  readonly closed: Promise<number>;

  constructor(sim: Sim, query = 'v=10&encoding=json', decode?: (data: Buffer, emit: (text: string) => void) => void) {
    this.socket = new WebSocket(`${sim.url.replace('http', 'ws')}/discord/gateway?${query}`);
    onTestFinished(() => this.socket.terminate());
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (decode && isBinary) decode(data, (text) => this.#take(text));
      else this.#take(data.toString());
    });
  }

  #take(text: string): void {
    const payload = JSON.parse(text) as Payload;
    const waiting = this.#waiting.shift();
    if (waiting) waiting(payload);
    else this.#came.push(payload);
  }

  next(): Promise<Payload> {
    const came = this.#came.shift();
    return came ? Promise.resolve(came) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Reads until a payload of this type (or op code) arrives. */
  async until(wanted: string | number): Promise<Payload> {
    for (;;) {
      const payload = await this.next();
      if (payload.t === wanted || payload.op === wanted) return payload;
    }
  }

  send(op: number, d: unknown): void {
    this.socket.send(JSON.stringify({ op, d }));
  }

  async identify(more: object = {}): Promise<void> {
    await this.until(10);
    this.send(2, {
      token: BOT_TOKEN,
      intents: Intent.GUILDS | Intent.GUILD_MESSAGES,
      properties: { os: 'linux', browser: 'test', device: 'test' },
      ...more,
    });
  }
}

const say = (sim: Sim, content: string) =>
  act(sim, 'say', { channel_id: channel(sim).id, user_id: personOf(sim), content });

describe('the life of a connection', () => {
  it('sends hello, answers heartbeats, confirms the identify and describes the servers', async () => {
    const sim = await openSim();
    const wire = new Wire(sim);
    expect((await wire.next()).d.heartbeat_interval).toBe(41_250);
    wire.send(1, null);
    expect((await wire.next()).op).toBe(11);
    wire.send(2, { token: `Bot ${BOT_TOKEN}`, intents: Intent.GUILDS, properties: {} });
    const ready = await wire.until('READY');
    expect(ready.s).toBe(1);
    const names = [];
    for (let index = 0; index < 4; index++) names.push((await wire.until('GUILD_CREATE')).d.id);
    expect(names).toContain(server(sim).id);
  });

  it.each([
    ['a wrong token', { token: 'wrong' }, 4004],
    ['a shard that cannot be', { shard: [2, 2] }, 4010],
    ['intents that do not exist', { intents: 1 << 30 }, 4013],
    ['no intents at all', { intents: null }, 4013],
  ])('closes on %s', async (_, more, code) => {
    const sim = await openSim();
    const wire = new Wire(sim);
    await wire.identify(more);
    expect(await wire.closed).toBe(code);
  });

  it('closes on privileged intents that the application was not granted', async () => {
    const sim = await openSim();
    await act(sim, 'application', { application_id: APPLICATION_ID, privileged_intents: 0 });
    const wire = new Wire(sim);
    await wire.identify({ intents: Intent.GUILDS | Intent.MESSAGE_CONTENT });
    expect(await wire.closed).toBe(4014);
    expect((await ask(sim, `GET /guilds/${server(sim).id}/members?limit=10`)).get('code')).toBe(50001);
  });

  it('closes on speaking before identifying, on too large a payload, on nonsense and on an unknown op code', async () => {
    const sim = await openSim({ limits: false });
    const closeAfter = async (send: (wire: Wire) => void, isKnown = false) => {
      const wire = new Wire(sim);
      if (isKnown) await wire.identify();
      await wire.until(isKnown ? 'READY' : 10);
      send(wire);
      return wire.closed;
    };
    expect(await closeAfter((wire) => wire.send(8, {}))).toBe(4003);
    expect(await closeAfter((wire) => wire.send(1, 'x'.repeat(4096)))).toBe(4002);
    expect(await closeAfter((wire) => wire.socket.send('{'))).toBe(4002);
    expect(await closeAfter((wire) => wire.send(99, null), true)).toBe(4001);
    expect(await closeAfter((wire) => wire.send(2, {}), true)).toBe(4005);
    expect(await new Wire(sim, 'v=5').closed).toBe(4012);
  });

  it('closes after more than 120 sends in a minute', async () => {
    const sim = await openSim();
    const wire = new Wire(sim);
    await wire.next();
    for (let count = 0; count < 121; count++) wire.send(1, null);
    expect(await wire.closed).toBe(4008);
  });

  it('lets one shard of a bucket identify per five seconds', async () => {
    const sim = await openSim();
    await act(sim, 'application', { application_id: APPLICATION_ID, max_concurrency: 2 });
    const [first, second, third] = [new Wire(sim), new Wire(sim), new Wire(sim)];
    await first.identify({ shard: [0, 4] });
    await first.until('READY');
    await second.identify({ shard: [1, 4] });
    await second.until('READY');
    await third.identify({ shard: [2, 4] });
    expect((await third.until(9)).d).toBe(false);
  });

  it('resets the token when the day’s identifies are used up', async () => {
    const sim = await openSim({ limits: false });
    await act(sim, 'application', { application_id: APPLICATION_ID, identifies_left: 0 });
    expect((await ask(sim, 'GET /gateway/bot')).get('session_start_limit.remaining')).toBe(0);
    const wire = new Wire(sim);
    await wire.identify();
    expect(await wire.closed).toBe(4004);
    expect((await ask(sim, 'GET /users/@me')).status).toBe(401);
  });
});

describe('recipients', () => {
  it('sends a shard only its own servers, and events by intent', async () => {
    const sim = await openSim({ limits: false });
    const shardOf = (id: string) => Number((BigInt(id) >> 22n) % 2n);
    const mine = new Wire(sim);
    await mine.identify({ shard: [shardOf(server(sim).id), 2] });
    const ready = await mine.until('READY');
    const ids = (ready.d.guilds as unknown as { id: string }[]).map(({ id }) => shardOf(id));
    expect(new Set(ids)).toEqual(new Set([shardOf(server(sim).id)]));
    const other = new Wire(sim);
    await other.identify({ shard: [1 - shardOf(server(sim).id), 2] });
    await other.until('READY');
    const deaf = new Wire(sim);
    await deaf.identify({ intents: Intent.GUILDS });
    await deaf.until('READY');
    await say(sim, 'hello');
    expect((await mine.until('MESSAGE_CREATE')).d.content).toBe('');
    await act(sim, 'add-channel', { guild_id: server(sim).id, name: 'new' });
    expect((await deaf.until('CHANNEL_CREATE')).s).toBeGreaterThan(1);
    const counts = [...sim.discord.gateway.sessions.values()].map(
      ({ kept }) => kept.filter((text) => text.includes('"t":"MESSAGE_CREATE"')).length,
    );
    expect(counts).toEqual([1, 0, 0]);
  });

  it('hides the text without MESSAGE_CONTENT, except in messages that mention the bot', async () => {
    const sim = await openSim({ limits: false });
    const [blind, seeing] = [new Wire(sim), new Wire(sim)];
    await blind.identify();
    await blind.until('READY');
    await seeing.identify({ intents: Intent.GUILDS | Intent.GUILD_MESSAGES | Intent.MESSAGE_CONTENT });
    await seeing.until('READY');
    await say(sim, 'secret');
    expect((await blind.until('MESSAGE_CREATE')).d.content).toBe('');
    expect((await seeing.until('MESSAGE_CREATE')).d.content).toBe('secret');
    await say(sim, `<@${APPLICATION_ID}> hello`);
    expect((await blind.until('MESSAGE_CREATE')).d.content).toContain('hello');
  });

  it('gives members in chunks, and the whole list once in thirty seconds', async () => {
    const sim = await openSim();
    const wire = new Wire(sim);
    await wire.identify({ intents: Intent.GUILDS | Intent.GUILD_MEMBERS });
    await wire.until('READY');
    const whole = { guild_id: server(sim).id, query: '', limit: 0, nonce: 'n1' };
    wire.send(8, whole);
    const chunk = await wire.until('GUILD_MEMBERS_CHUNK');
    expect(chunk.d.members).toHaveLength(server(sim).members.size);
    expect(chunk.d.nonce).toBe('n1');
    wire.send(8, whole);
    expect((await wire.until('RATE_LIMITED')).d.retry_after).toBeGreaterThan(25);
    wire.send(8, { guild_id: server(sim).id, user_ids: [personOf(sim), '123456'] });
    expect((await wire.until('GUILD_MEMBERS_CHUNK')).d.not_found).toEqual(['123456']);
    sim.clock.advance(30_001);
    wire.send(8, whole);
    await wire.until('GUILD_MEMBERS_CHUNK');
  });
});

describe('resuming', () => {
  it('replays missed events, and forgets a session that was closed with 1000', async () => {
    const sim = await openSim();
    const wire = new Wire(sim);
    await wire.identify();
    const { session_id } = (await wire.until('READY')).d;
    await say(sim, 'before');
    const seq = (await wire.until('MESSAGE_CREATE')).s;
    wire.socket.terminate();
    await wire.closed;
    await say(sim, 'missed');
    const again = new Wire(sim);
    await again.until(10);
    again.send(6, { token: BOT_TOKEN, session_id, seq });
    expect((await again.next()).t).toBe('MESSAGE_CREATE');
    expect((await again.next()).t).toBe('RESUMED');
    again.socket.close(1000);
    await again.closed;
    const late = new Wire(sim);
    await late.until(10);
    late.send(6, { token: BOT_TOKEN, session_id, seq });
    expect((await late.next()).d).toBe(false);
  });

  it('closes with 4007 on a number from the future, and requests a reconnect on command', async () => {
    const sim = await openSim();
    const wire = new Wire(sim);
    await wire.identify();
    const { session_id } = (await wire.until('READY')).d;
    await act(sim, 'gateway', { do: 'reconnect' });
    await wire.until(7);
    wire.socket.terminate();
    const again = new Wire(sim);
    await again.until(10);
    again.send(6, { token: BOT_TOKEN, session_id, seq: 9999 });
    expect(await again.closed).toBe(4007);
  });
});

const FIFTY = Array.from({ length: 50 }, (_, index) => `message ${index}`);

describe('compression', () => {
  const talk = async (sim: Sim, wire: Wire, more: object = {}) => {
    await wire.identify({ intents: Intent.GUILDS | Intent.GUILD_MESSAGES | Intent.MESSAGE_CONTENT, ...more });
    await wire.until('READY');
    for (let index = 0; index < 50; index++) await say(sim, `message ${index}`);
    const heard = [];
    for (let index = 0; index < 50; index++) heard.push((await wire.until('MESSAGE_CREATE')).d.content);
    return heard;
  };

  it('zlib-stream: one context for the connection, every message ends in a flush', async () => {
    const sim = await openSim();
    const inflate = createInflate();
    let text = '';
    inflate.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const wire = new Wire(sim, 'v=10&encoding=json&compress=zlib-stream', (data, emit) => {
      expect(data.subarray(-4)).toEqual(Buffer.from([0, 0, 0xff, 0xff]));
      inflate.write(data, () => {
        const whole = text;
        text = '';
        emit(whole);
      });
    });
    expect(await talk(sim, wire)).toEqual(FIFTY);
  });

  it('zstd-stream: one context for the connection, and no frame ends', async () => {
    const sim = await openSim();
    const stream = createZstdDecompress();
    let text = '';
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const wire = new Wire(sim, 'v=10&encoding=json&compress=zstd-stream', (data, emit) => {
      stream.write(data, () => {
        const whole = text;
        text = '';
        emit(whole);
      });
    });
    expect(await talk(sim, wire)).toEqual(FIFTY);
  });

  it('payload compression, asked for in identify', async () => {
    const sim = await openSim();
    const wire = new Wire(sim, 'v=10&encoding=json', (data, emit) => emit(inflateSync(data).toString()));
    expect(await talk(sim, wire, { compress: true })).toEqual(FIFTY);
  });
});
