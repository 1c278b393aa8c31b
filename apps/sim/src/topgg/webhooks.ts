/**
 * The two forms in which top.gg reports a vote: signed (`x-topgg-signature: t=<seconds>,v1=<HMAC-SHA256 of "t.body">`),
 * and with a password in `Authorization`. https://docs.top.gg/webhooks/overview
 */
import { createHmac } from 'node:crypto';
import { botId, type Delivery, HOUR_MS, keys, type TopggWorld, type Vote } from './world.ts';

const REMEMBERED = 100;
/** A delivery is repeated after a 5xx or without a response. A 4xx ends it. */
const retryAfterMs = { v1: [1_000, 2_000, 4_000], v0: [1_000, 4_000, 15_000, 60_000, 240_000, 1_020_000] } as const;

export const sign = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

export function bodyOf(world: TopggWorld, vote: Vote, kind: 'vote' | 'test'): string {
  const { id, userId, at, weight } = vote;
  if (world.version === 'v0')
    return JSON.stringify({
      bot: botId,
      user: userId,
      type: kind === 'test' ? 'test' : 'upvote',
      isWeekend: weight === 2,
      query: '',
    });
  const user = { id: `1${userId}`, platform_id: userId, name: `user-${userId.slice(-4)}`, avatar_url: '' };
  const project = { id: '700000000000000001', type: 'bot', platform: 'discord', platform_id: botId };
  if (kind === 'test') return JSON.stringify({ type: 'webhook.test', data: { user, project } });
  const expires = new Date(at.getTime() + 12 * HOUR_MS);
  return JSON.stringify({
    type: 'vote.create',
    data: { id, weight, created_at: at.toISOString(), expires_at: expires.toISOString(), project, user },
  });
}

export function deliver(
  world: TopggWorld,
  vote: Vote,
  { kind = 'vote', secret }: { kind?: 'vote' | 'test'; secret?: string } = {},
): void {
  const delivery: Delivery = {
    about: `${kind} of ${vote.userId}`,
    at: world.doors.now(),
    attempts: 0,
    outcome: 'waiting',
    status: null,
  };
  world.deliveries.unshift(delivery);
  world.deliveries.splice(REMEMBERED);
  const body = bodyOf(world, vote, kind);
  const { version } = world;
  void attempt(world, { delivery, body, version, secret });
}

interface Parcel {
  readonly delivery: Delivery;
  readonly body: string;
  readonly version: 'v1' | 'v0';
  readonly secret: string | undefined;
}

async function attempt(world: TopggWorld, parcel: Parcel): Promise<void> {
  const { delivery, body, version, secret } = parcel;
  if (world.callbackUrl === null) {
    delivery.outcome = 'given up';
    return;
  }
  const seconds = Math.floor(world.doors.now().getTime() / 1_000);
  const shown: Record<string, string> =
    version === 'v0'
      ? { authorization: secret ?? keys.password }
      : { 'x-topgg-signature': sign(secret ?? keys.secret, seconds, body), 'x-topgg-trace': delivery.about.slice(-12) };
  delivery.attempts += 1;
  delivery.status = await world.doors
    .fetch(world.callbackUrl, { method: 'POST', headers: { 'content-type': 'application/json', ...shown }, body })
    .then(
      (answer) => answer.status,
      () => null,
    );
  const { status } = delivery;
  if (status !== null && status < 300) delivery.outcome = 'delivered';
  else if (status !== null && status < 500) delivery.outcome = 'refused';
  else {
    const pause = retryAfterMs[version][delivery.attempts - 1];
    if (pause === undefined) delivery.outcome = 'given up';
    else world.doors.later(pause, () => void attempt(world, parcel));
  }
  world.doors.tell('PUSHED', { about: delivery.about, status });
  world.doors.changed('webhook');
}
