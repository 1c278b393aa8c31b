import { createHash } from 'node:crypto';
import { notifications } from '@tally/contract';
import { createMetrics } from '@tally/infra/metrics';
import { openTraces, type Traces } from '@tally/infra/trace';
import { readConfig, silentLog, systemClock, systemTimers } from '@tally/kernel';
import { type Sighting, sawMessage } from '@tally/pipeline/delivery';
import { type Sim, startSim } from '@tally/sim/start';
import { demoUser, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { putServer } from '@tally/tests/world';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** A push leads to a message, and a collector shows the path of both. */
let away: Sim;
let traces: Traces;
let api: TestApi;
let token: string;
let room: string;

interface Shown {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly links: readonly { readonly traceId: string }[];
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 50 });
const collector = () => away.worlds.get('collector');
const received = () => collector()?.summary() as { spans: readonly Shown[]; bodies: readonly string[] };
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const idOf = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length);
const traceIdOf = (text: string) => idOf(text, 32);
const withIn = (traceId: string) => received().spans.filter((span) => span.traceId === traceId);
const namesIn = (traceId: string) =>
  withIn(traceId)
    .map(({ name }) => name)
    .toSorted();
const attributesOf = (span: Shown | undefined) =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));

/** A manager of the server who does not own the installation. */
const manager = '200000000000000001';
const metrics = createMetrics({ withProcess: false });

function open(): Promise<Traces> {
  const config = readConfig({
    NODE_ENV: 'test',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${away.url}/collector/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=open%20sesame',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=blue%20sky',
    OTEL_TRACES_SAMPLER_ARG: '1',
  });
  const around = { config, metrics, log: silentLog, clock: systemClock, timers: systemTimers };
  return openTraces({ ...around, version: '0', nodeVersion: '24.0.0' });
}

beforeAll(async () => {
  away = await startSim({ limits: false });
  traces = await open();
  api = await testApi({
    isWorking: true,
    env: { PLANS: 'unlimited', OWNER_IDS: demoUser, TRACE_URL: 'https://viewer.example/t/{traceId}?x={traceId}' },
    doors: { trace: traces.trace },
  });
  await putServer(api.database, nightCity);
  token = await api.logIn();
  room = ((await discord('add-channel', { guild_id: nightCity, name: 'alerts' })) as { id: string }).id;
});
afterAll(async () => {
  await api.close();
  await away.close();
});

async function announce(who: string) {
  const kick = api.sim.worlds.get('kick');
  const subscriptions = () => Object(kick?.summary())['subscriptions'] as number;
  const before = subscriptions();
  const params = { guildId: nightCity, platform: 'kick', streamer: who } as const;
  const body = { notificationChannelId: room } as never;
  expect((await api.call(notifications.addStreamer, { params, query: {}, body }, token)).status).toBe(200);
  // Waits until Kick sends pushes. Before that, a poll would find the start, and a poll has no push to trace.
  await until(() => expect(subscriptions()).toBeGreaterThan(before));
  await kick?.controls['go-live']?.({ who, title: 'A title that is nobody else’s business' });
  return await until(async () => {
    const { rows } = await api.ctx.db.execute<{ id: string; session_id: string; message_id: string }>(
      `select id, session_id, message_id from deliveries where state = 'posted' order by queued_at desc limit 1`,
    );
    expect(rows).toHaveLength(1);
    return rows[0] as { id: string; session_id: string; message_id: string };
  });
}

it('a push and its message arrive as two linked traces, and the collector may be away', async () => {
  await collector()?.controls['away']?.({ isAway: true });
  const row = await announce('nordwind');
  await collector()?.controls['away']?.({ isAway: false });
  const sighting = {
    messageId: row.message_id,
    channelId: room,
    nonce: null,
    webhookId: null,
    content: '',
    embeds: [],
  };
  await sawMessage(api.ctx, sighting as unknown as Sighting);
  const event = traceIdOf(`tally:event:${row.session_id}:live`);
  await until(() => expect(namesIn(event)).toHaveLength(4));
  await traces.close();

  const message = traceIdOf(`tally:delivery:${row.id}`);
  const urlFor = async (as: string) => {
    const { json } = await api.request('GET', `/data/guild/${nightCity}/journal`, { token: as });
    return (json.data as { rows: { traceUrl?: string }[] }).rows[0]?.traceUrl;
  };
  expect(await urlFor(token)).toBe(`https://viewer.example/t/${message}?x=${message}`);
  const role = (await discord('add-role', { guild_id: nightCity, name: 'Managers', permissions: '32' })) as {
    id: string;
  };
  await discord('join', { guild_id: nightCity, user_id: manager });
  await discord('member', { guild_id: nightCity, user_id: manager, roles: [role.id] });
  expect(await urlFor(await api.logIn(manager)), 'managers learn nothing of the viewer').toBeUndefined();
  expect(namesIn(event)).toEqual(['POST /webhooks/{platform}', 'create deliveries', 'decide', 'match']);
  const posting = idOf(`tally:delivery:${row.id}:process deliveries:0`, 16);
  // A later edit with more details has its own root span.
  const own = () => withIn(message).filter(({ spanId, parentSpanId }) => [spanId, parentSpanId].includes(posting));
  const names = ['POST /channels/{channel_id}/messages', 'process deliveries', 'seen'];
  await until(() =>
    expect(
      own()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(names),
  );
  const find = (name: string) => [...withIn(event), ...own()].find((span) => span.name === name);
  const parents = ['decide', 'match', 'create deliveries'].map((name) => find(name)?.parentSpanId);
  expect(parents).toEqual(['POST /webhooks/{platform}', 'decide', 'match'].map((name) => find(name)?.spanId));
  const root = find('process deliveries');
  expect(root?.links).toMatchObject([{ traceId: event }]);
  expect(find('seen')?.parentSpanId).toBe(root?.spanId);
  expect(find('POST /channels/{channel_id}/messages')?.parentSpanId).toBe(root?.spanId);
  expect(attributesOf(root)).toMatchObject({
    'messaging.message.id': row.id,
    'messaging.message.conversation_id': row.session_id,
    'tally.platform': 'kick',
    'tally.kind': 'live',
    'tally.outcome': 'posted',
    'tally.attempt': 1,
  });
  expect(attributesOf(find('POST /channels/{channel_id}/messages'))).toMatchObject({
    'http.request.method': 'POST',
    'server.address': '127.0.0.1',
    'http.response.status_code': 200,
  });
  const everything = received().bodies.join();
  expect(everything).toContain('blue sky');
  expect(everything).toContain('tally-all');
  for (const secret of [
    'nordwind',
    'nobody else',
    'Night City',
    api.ctx.config.discord.token,
    'Authorization',
    'sesame',
  ])
    expect(everything).not.toContain(secret);
});

it('with the collector away, spans beyond the queue are dropped and counted', async () => {
  await collector()?.controls['away']?.({ isAway: true });
  const { trace } = await open();
  const now = new Date();
  for (let count = 0; count < 5_000; count += 1)
    trace.span(`delivery:${count}`, () => ({ name: 'seen', kind: 'internal', from: now, to: now }));
  expect(Number(/^tally_spans_dropped_total (\d+)/m.exec(await metrics.text())?.[1])).toBeGreaterThan(2_000);
});
