import { describe, expect, it } from 'vitest';
import { act, ask, channel, openSim, personOf } from '../discord/test-world.ts';
import { startSim } from '../start.ts';

const send = (sim: Awaited<ReturnType<typeof openSim>>, body: object = { content: 'x' }) =>
  ask(sim, `POST /channels/${channel(sim).id}/messages`, body);

describe('faults', () => {
  it('a lost reply: the work is done, no answer arrives, the nonce finds the message again', async () => {
    const sim = await openSim();
    sim.faults.add({ world: 'discord', kind: 'lost-reply', times: 1, route: 'POST /channels/*/messages' });
    const body = { content: 'live', nonce: 'n1', enforce_nonce: true };
    await expect(send(sim, body)).rejects.toThrow('fetch failed');
    expect(channel(sim).order).toHaveLength(1);
    expect((await send(sim, body)).get('id')).toBe(channel(sim).order[0]);
    expect(channel(sim).order).toHaveLength(1);
  });

  it('an outage: nothing is done, nothing answers, and then it is over', async () => {
    const sim = await openSim();
    const fault = sim.faults.add({ world: 'discord', kind: 'outage' });
    await expect(send(sim)).rejects.toThrow('fetch failed');
    expect(channel(sim).order).toHaveLength(0);
    sim.faults.remove(fault.id);
    expect((await send(sim)).status).toBe(200);
  });

  it('a share of 5xx, the same in every run with one seed', async () => {
    const run = async () => {
      const sim = await openSim({ limits: false });
      sim.faults.seed(7);
      sim.faults.add({ world: 'discord', kind: 'error', percent: 30, status: 502 });
      const statuses: number[] = [];
      for (let index = 0; index < 40; index++) statuses.push((await send(sim)).status);
      return statuses;
    };
    const statuses = await run();
    expect(statuses.filter((status) => status === 502).length).toBeGreaterThan(4);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(15);
    expect(await run()).toEqual(statuses);
  });

  it('a storm of 429 with scope and retry_after, over the control API', async () => {
    const sim = await openSim();
    const added = await fetch(`${sim.url}/control/faults`, {
      method: 'POST',
      body: JSON.stringify({ world: 'discord', kind: 'rate-limit', scope: 'global', retryAfter: 2.5, times: 1 }),
    });
    expect(added.status).toBe(200);
    const limited = await send(sim);
    expect(limited.status).toBe(429);
    expect(limited.headers.get('x-ratelimit-scope')).toBe('global');
    expect(limited.get('retry_after')).toBe(2.5);
    expect(sim.discord.stats.selfInflicted429).toBe(0);
    expect((await send(sim)).status).toBe(200);
  });

  it('a stall: the answer arrives late', async () => {
    const sim = await openSim();
    sim.faults.add({ world: 'discord', kind: 'stall', ms: 120, times: 1 });
    const before = performance.now();
    expect((await send(sim)).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThanOrEqual(115);
  });
});

describe('control', () => {
  it('shows the whole state, streams changes and refuses in one sentence', async () => {
    const sim = await openSim();
    const state = (await (await fetch(`${sim.url}/control/state`)).json()) as {
      worlds: { discord: { guilds: { name: string }[] } };
    };
    expect(state.worlds.discord.guilds.map(({ name }) => name)).toContain('Night City');

    const stream = await fetch(`${sim.url}/control/events?world=discord`);
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    await reader?.read();
    await act(sim, 'say', { channel_id: channel(sim).id, user_id: personOf(sim), content: 'hello page' });
    const { value = '' } = (await reader?.read()) ?? {};
    expect(value).toContain('"type":"MESSAGE_CREATE"');
    expect(value).toContain('hello page');
    await reader?.cancel();

    const refused = await act(sim, 'say', { channel_id: 'nothing' });
    expect(refused.status).toBe(400);
    expect(refused.get('error')).toContain('channel_id');
    expect((await act(sim, 'fly', {})).status).toBe(404);
  });

  it('moves the one clock, and starts again from the seed', async () => {
    const at = new Date('2030-01-01T00:00:00Z');
    const sim = await openSim({ clock: { now: () => at } });
    await fetch(`${sim.url}/control/clock`, { method: 'POST', body: JSON.stringify({ advance: 60_000 }) });
    const sent = await send(sim);
    expect(sent.get('timestamp')).toBe('2030-01-01T00:01:00.000Z');
    await fetch(`${sim.url}/control/reset`, { method: 'POST' });
    expect(sim.clock.now()).toEqual(at);
    expect(channel(sim).order).toHaveLength(0);
  });

  it('two worlds with one seed are alike, id for id', async () => {
    const at = new Date('2030-01-01T00:00:00Z');
    const [one, two] = [await openSim({ clock: { now: () => at } }), await openSim({ clock: { now: () => at } })];
    expect((await send(one)).get('id')).toBe((await send(two)).get('id'));
    expect([...one.discord.state.channels.keys()]).toEqual([...two.discord.state.channels.keys()]);
  });

  it('reports a port in use', async () => {
    const sim = await openSim();
    await expect(startSim({ port: sim.port })).rejects.toThrow('EADDRINUSE');
  });
});
