import { type Clock, noTrace, readConfig, silentLog, systemTimers, type TracedMessage } from '@tally/kernel';
import { beforeEach, expect, it } from 'vitest';
import { createMetrics } from '../metrics/index.ts';
import { createTraces, type Finished } from './door.ts';
import { describeUrl, isKept, spanIdOf, traceIdOf } from './ids.ts';
import { openTraces, traceTrouble } from './index.ts';

const id = '00000000-0000-4000-8000-000000000001';
const session = '00000000-0000-4000-8000-000000000002';
const start = new Date('2026-01-15T12:00:00.000Z');
const after = (ms: number) => new Date(start.getTime() + ms);
const message: TracedMessage = {
  id,
  sessionId: session,
  platform: 'kick',
  kind: 'live',
  state: 'queued',
  reason: null,
  messageId: null,
  version: 1,
  attempts: 1,
  lost: 0,
  fence: 7,
  queuedAt: start,
  nextAttemptAt: start,
};
const posting = 'https://discord.com/api/v10/channels/300000000000000001/messages';
const hook = `https://discord.com/api/v10/webhooks/400000000000000001/aB-secret_token?wait=true`;

let now = start;
const clock: Clock = { now: () => now };
beforeEach(() => {
  now = start;
});

function tracing(ratio: number) {
  const sent: Finished[] = [];
  return { sent, trace: createTraces({ clock, ratio, send: (span) => sent.push(span), onFault: () => undefined }) };
}
const over = { state: 'posted', nextAttemptAt: null };
const again = { nextAttemptAt: after(1_000) };
const passing = (ms: number) => async () => {
  now = after(ms);
  return over;
};

it('ids follow from the id of the message', () => {
  expect(traceIdOf(`delivery:${id}`)).toBe('9ac2c20f9064cc52ad1f7569819d41b0');
  expect(spanIdOf(`delivery:${id}`, 'seen')).toMatch(/^[0-9a-f]{16}$/);
  expect(spanIdOf(`delivery:${id}`, 'seen')).not.toBe(spanIdOf(`delivery:${id}`, 'seen', 1));
});

it('a ratio keeps about that part of all traces, and always the same ones', () => {
  const all = Array.from({ length: 5_000 }, (_, number) => traceIdOf(`delivery:${number}`));
  const kept = (ratio: number) => all.filter((each) => isKept(each, ratio));
  expect(kept(0)).toEqual([]);
  expect(kept(1)).toEqual(all);
  expect(kept(0.1).length / all.length).toBeCloseTo(0.1, 1);
  expect(kept(0.5)).toEqual(expect.arrayContaining(kept(0.1)));
});

it.each([
  [posting, posting, '/channels/{channel_id}/messages'],
  [hook, 'https://discord.com/api/v10/webhooks/400000000000000001/REDACTED', '/webhooks/{webhook_id}/{token}'],
  [
    'https://discord.com/api/v10/webhooks/4/lettersonly/messages/5',
    'https://discord.com/api/v10/webhooks/4/REDACTED/messages/5',
    '/webhooks/{webhook_id}/{token}/messages/{message_id}',
  ],
  [
    'http://127.0.0.1:4400/discord/api/v10/guilds/1/members/2',
    'http://127.0.0.1:4400/discord/api/v10/guilds/1/members/REDACTED',
    '/guilds/{guild_id}/members/{id}',
  ],
  ['https://discord.com/api/v10/users/2', 'https://discord.com/api/v10/users/REDACTED', '/users/{id}'],
  [
    'https://discord.com/api/v10/interactions/3/token/callback',
    'https://discord.com/api/v10/interactions/REDACTED/REDACTED/callback',
    '/interactions/{id}/{token}/callback',
  ],
])('%s shows no secret in a trace', (url, full, template) => {
  expect(describeUrl(url)).toEqual({ full, template });
});

it('an ordinary message is dropped, and a failed, unconfirmed or slow one is kept', async () => {
  const { sent, trace } = tracing(0);
  await trace.attempt(message, passing(4_999));
  expect(sent).toEqual([]);
  now = start;
  await trace.attempt(message, passing(5_001));
  now = start;
  for (const state of ['failed', 'unconfirmed'])
    await trace.attempt(message, async () => ({ state, reason: 'replyLost', nextAttemptAt: null }));
  expect(sent.map(({ attributes, error }) => [attributes['tally.outcome'], error])).toEqual([
    ['posted', undefined],
    ['failed', 'replyLost'],
    ['unconfirmed', 'replyLost'],
  ]);
});

it('a message that its owner held back is not slow', async () => {
  const { sent, trace } = tracing(0);
  now = after(60_000);
  await trace.attempt({ ...message, nextAttemptAt: after(59_000) }, passing(60_100));
  expect(sent).toEqual([]);
  await trace.attempt({ ...message, attempts: 2, nextAttemptAt: after(59_000) }, passing(60_100));
  expect(sent).toHaveLength(1);
});

it('earlier attempts are kept until the outcome decides', async () => {
  const { sent, trace } = tracing(0);
  const call = async (status: number) => {
    trace.call({ method: 'POST', url: hook, status: Promise.resolve(status) });
    await Promise.resolve();
  };
  await trace.attempt(message, async () => {
    await call(502);
    return again;
  });
  expect(sent).toEqual([]);
  await trace.attempt({ ...message, attempts: 2, fence: 9 }, async () => {
    await call(403);
    return { state: 'failed', reason: 'missingPermission', nextAttemptAt: null };
  });
  expect(sent.map(({ name }) => name)).toEqual([
    'POST /webhooks/{webhook_id}/{token}',
    'POST /webhooks/{webhook_id}/{token}',
    'process deliveries',
  ]);
  expect(sent.map(({ attributes }) => attributes['http.request.resend_count'])).toEqual([undefined, 1, undefined]);
  expect(new Set(sent.map(({ spanId }) => spanId)).size).toBe(3);
  expect(new Set(sent.map(({ traceId }) => traceId))).toEqual(new Set([traceIdOf(`delivery:${id}`)]));
  expect(sent.slice(0, 2).map(({ parentId }) => parentId)).toEqual([sent[2]?.spanId, sent[2]?.spanId]);
  expect(sent[2]?.link?.traceId).toBe(traceIdOf(`event:${session}:live`));
  expect(JSON.stringify(sent)).not.toContain('secret_token');
});

it('an attempt whose sender died is shown as abandoned', async () => {
  const { sent, trace } = tracing(1);
  await trace.attempt({ ...message, lost: 1 }, async () => over);
  expect(sent.map(({ name }) => name)).toEqual(['abandoned', 'process deliveries']);
});

it('an error of an attempt reaches its caller, and a call outside an attempt is not recorded', async () => {
  const { sent, trace } = tracing(1);
  trace.call({ method: 'GET', url: posting, status: Promise.reject(new Error('gone')).catch(() => 500) });
  await expect(trace.attempt(message, () => Promise.reject(new Error('no outcome')))).rejects.toThrow('no outcome');
  expect(sent).toEqual([]);
});

it('a fault of the tracing changes nothing for a message', async () => {
  const faults: unknown[] = [];
  const send = () => {
    throw new Error('full');
  };
  const trace = createTraces({ clock, ratio: 1, send, onFault: (error) => faults.push(error) });
  trace.span(`delivery:${id}`, () => ({ name: 'seen', kind: 'internal', from: start, to: start }));
  expect(await trace.attempt(message, async () => over)).toBe(over);
  expect(faults).toHaveLength(2);
});

it.each(['nothing', 'a=%', 'a=b,,c=d'])('%s is no list of names and values', (text) => {
  const env = { NODE_ENV: 'test', OTEL_EXPORTER_OTLP_HEADERS: text };
  expect(() => readConfig(env)).toThrow('OTEL_EXPORTER_OTLP_HEADERS: must be name=value');
});

it('without a collector, or on an old Node.js, nothing is recorded', async () => {
  const open = async (env: Record<string, string>, nodeVersion = '24.0.0') => {
    const config = readConfig({ NODE_ENV: 'test', ...env });
    const metrics = createMetrics({ withProcess: false });
    const around = { config, log: silentLog, clock, timers: systemTimers, metrics, version: '1', nodeVersion };
    return (await openTraces(around)).trace;
  };
  expect(await open({})).toBe(noTrace);
  expect(await open({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toBe(noTrace);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  expect(await open(env, '22.14.9')).toBe(noTrace);
  expect(await open(env)).not.toBe(noTrace);
  expect(traceTrouble(env, '20.20.2')).toContain('Node.js 22.15');
  expect(traceTrouble(env, '22.15.0')).toBeNull();
});
