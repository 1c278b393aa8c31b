import { type PlatformDoors, UpstreamError } from '@tally/kernel';
import { beforeEach, describe, expect, it } from 'vitest';
import { createEnsurePush, type EnsurePush } from './subscribe.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const started = new Date('2026-11-21T18:00:00Z').getTime();
let now = started;
/** The channels that we requested from the hub, in order. */
let asked: string[] = [];
let trouble: (channelId: string) => UpstreamError | undefined = () => undefined;
const said: string[] = [];
const note = (_: unknown, text: string) => void said.push(text);

const doors = (publicApiUrl = 'https://api.tally.example') =>
  ({
    clock: { now: () => new Date(now) },
    random: { int: () => 0 },
    log: { warn: note, error: note },
    config: { publicApiUrl, youtube: { isReal: true, hubSecret: 's', hubUrl: 'https://hub.example' } },
    http: {
      text: async ({ body }: { body: { form: Record<string, string> } }) => {
        const channelId = body.form['hub.topic']?.split('channel_id=')[1] ?? '';
        asked.push(channelId);
        const error = trouble(channelId);
        if (error) throw error;
        return { data: '' };
      },
    },
  }) as unknown as PlatformDoors;

const answered = (status: number, more: { kind: 'down' | 'odd'; retryAfterMs?: number }) =>
  new UpstreamError({ world: 'youtube', message: `answered ${status}`, status, ...more });
const ids = (count: number) => Array.from({ length: count }, (_, place) => `UC${place}`);

let ensurePush: EnsurePush;
/** Returns the channels that the next round requests, this much later. */
async function askedBy(channelIds: readonly string[], laterMs = 0): Promise<readonly string[]> {
  now += laterMs;
  asked = [];
  await ensurePush(channelIds);
  return asked;
}

beforeEach(() => {
  now = started;
  said.length = 0;
  trouble = () => undefined;
  ensurePush = createEnsurePush(doors()) as EnsurePush;
});

describe('after a start', () => {
  it('requests a share of the leases at once, and the others in later rounds, once each', async () => {
    const all = ids(100);
    const rounds = [await askedBy(all), await askedBy(all, 10 * MINUTE), await askedBy(all, 10 * MINUTE)];
    expect(rounds.map((round) => round.length)).toEqual([40, 40, 20]);
    expect(rounds.flat()).toEqual(all);
    expect(await askedBy(all, 10 * MINUTE)).toEqual([]);
  });

  it('requests a few together, and a new channel at once', async () => {
    expect(await askedBy(ids(20))).toHaveLength(20);
    expect(await askedBy(['UCnew'])).toEqual(['UCnew']);
    expect(await askedBy([...ids(20), 'UCnew'])).toEqual([]);
  });
});

it('a lease is renewed within a day, the oldest first', async () => {
  await askedBy(['UCa']);
  await askedBy(['UCb'], HOUR);
  expect(await askedBy(['UCb', 'UCa'], 18 * HOUR)).toEqual([]);
  expect(await askedBy(['UCb', 'UCa'], 2 * HOUR)).toEqual(['UCa', 'UCb']);
});

it('a refused channel does not delay others, and is requested again', async () => {
  trouble = (id) => (id === 'UC1' ? answered(400, { kind: 'odd' }) : undefined);
  expect(await askedBy(ids(3))).toEqual(ids(3));
  expect(await askedBy(ids(3), 10 * MINUTE)).toEqual(['UC1']);
});

it('pauses for a failing hub as long as it asks, and warns about expiring leases', async () => {
  await askedBy(ids(3));
  trouble = () => answered(503, { kind: 'down', retryAfterMs: 30 * MINUTE });
  expect(await askedBy(ids(3), 24 * HOUR)).toEqual(['UC0']);
  expect(await askedBy(ids(3), 29 * MINUTE)).toEqual([]);
  expect(await askedBy(ids(3), MINUTE)).toEqual(['UC0']);
  expect(said.some((text) => text.includes('leases of YouTube end'))).toBe(false);
  await askedBy(ids(3), 72 * HOUR);
  expect(said.filter((text) => text.includes('leases of YouTube end'))).toHaveLength(1);
  trouble = () => undefined;
  expect(await askedBy(ids(3), HOUR)).toEqual(ids(3));
});

it('asks no hub that could not reach us', () => {
  expect(createEnsurePush(doors('http://localhost:3001'))).toBeUndefined();
});
