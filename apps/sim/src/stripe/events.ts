import { deliver } from './webhooks.ts';
import { API_VERSION, type StripeEvent } from './wire.ts';
import { makeId, nowOf, type StripeWorld } from './world.ts';

const KEPT = 2_000;

/** Something happened: it is written down and told to every address that wants to hear of it. */
export function emit(world: StripeWorld, type: string, object: object, previous?: object): StripeEvent {
  const wanting = [...world.endpoints.values()].filter(
    ({ status, enabled_events: wanted }) => status === 'enabled' && (wanted.includes('*') || wanted.includes(type)),
  );
  const event: StripeEvent = {
    id: makeId(world, 'evt'),
    object: 'event',
    api_version: API_VERSION,
    created: nowOf(world),
    type,
    // A copy: an event shows what was, whatever comes after.
    data: { object: structuredClone(object), ...(previous ? { previous_attributes: structuredClone(previous) } : {}) },
    livemode: false,
    pending_webhooks: wanting.length,
    request: { ...world.request },
  };
  world.events.set(event.id, event);
  const [oldest] = world.events.keys();
  if (world.events.size > KEPT && oldest !== undefined) world.events.delete(oldest);
  for (const endpoint of wanting) deliver(world, endpoint, event);
  return event;
}
