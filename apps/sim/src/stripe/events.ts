import { deliver } from './webhooks.ts';
import { API_VERSION, type StripeEvent } from './wire/wire.ts';
import { makeId, nowOf, type StripeWorld } from './world.ts';

const KEPT = 2_000;

/** Stores an event and sends it to every endpoint that wants this type. */
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
    // The event has a copy, because it keeps its original state.
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
