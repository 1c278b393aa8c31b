/**
 * `Stripe-Signature: t=<seconds>,v1=<HMAC-SHA256 of "t.body">`. Without a 2xx response, a message is repeated for three
 * days. Neither order nor single delivery is guaranteed. https://docs.stripe.com/webhooks
 */
import { createHmac } from 'node:crypto';
import { sendDisturbed, takeMischief } from '../platform/mischief.ts';
import type { Endpoint, StripeEvent } from './wire/wire.ts';
import type { Delivery, StripeWorld } from './world.ts';

const SECOND = 1_000;
const retryAfter = [5, 60, 300, 3_600, 6 * 3_600, 24 * 3_600].map((seconds) => seconds * SECOND);
const REMEMBERED = 100;

export function sign(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

export function deliver(world: StripeWorld, endpoint: Endpoint, event: StripeEvent): void {
  const mischief = takeMischief(world);
  const delivery: Delivery = {
    eventId: event.id,
    type: event.type,
    at: world.doors.now(),
    attempts: 0,
    outcome: 'waiting',
    status: null,
  };
  world.deliveries.unshift(delivery);
  world.deliveries.splice(REMEMBERED);
  const secret = mischief?.kind === 'forge' ? 'whsec_of_somebody_else' : endpoint.secret;
  const send = () => void world.doors.later(0, () => void attempt(world, { endpoint, event, delivery, secret }));
  if (mischief?.kind === 'shuffle') {
    world.held.push(send);
    if (mischief.left <= 0) release(world);
  } else sendDisturbed(world.doors, mischief, { delivery, send });
}

/** Sends the held messages, newest first. */
export function release(world: StripeWorld): void {
  for (const send of world.held.splice(0).toReversed()) send();
}

interface Parcel {
  readonly endpoint: Endpoint;
  readonly event: StripeEvent;
  readonly delivery: Delivery;
  readonly secret: string;
}

async function attempt(world: StripeWorld, parcel: Parcel): Promise<void> {
  const { endpoint, event, delivery, secret } = parcel;
  const body = JSON.stringify(event);
  const seconds = Math.floor(world.doors.now().getTime() / SECOND);
  delivery.attempts += 1;
  delivery.status = await world.doors
    .fetch(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': sign(secret, seconds, body),
      },
      body,
    })
    .then(
      (answer) => answer.status,
      () => null,
    );
  const isTaken = delivery.status !== null && delivery.status >= 200 && delivery.status < 300;
  if (isTaken) {
    delivery.outcome = 'delivered';
    event.pending_webhooks = Math.max(0, event.pending_webhooks - 1);
  } else {
    const pause = retryAfter[delivery.attempts - 1];
    if (pause === undefined || secret !== endpoint.secret) delivery.outcome = 'given up';
    else world.doors.later(pause, () => void attempt(world, parcel));
  }
  world.doors.tell('PUSHED', { type: event.type, id: event.id, status: delivery.status });
  world.doors.changed('webhook');
}
