import type { ChannelId, ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { type EventName, events, type GatewayEvents } from './events.ts';
import { channelIn, serverIn } from './glance.ts';
import type { IntentName } from './intents.ts';

/** Reacts to something in a server. Called once per event and process, at least once over restarts. */
export interface GatewayListener {
  readonly event: EventName;
  readonly run: (ctx: Ctx, data: never) => Promise<void>;
  readonly only?: Only;
}

/**
 * Says which events of a kind concern a listener at all. It is asked before an event is even read, which is what keeps
 * most of them cheap; so the answer must be at hand (`ctx.cache.peek`). Undefined means that it is not, and the event
 * is told. A listener with several conditions is told where all of them hold; one that is limited to servers need not
 * be told of direct messages.
 */
export interface Only {
  readonly servers?: (ctx: Ctx) => ReadonlySet<ServerId> | undefined;
  readonly channels?: (ctx: Ctx) => ReadonlySet<ChannelId> | undefined;
  /** A text that occurs in every event of concern, for instance our own id. */
  readonly saying?: (ctx: Ctx) => string;
}

/** `gateway: [on('memberJoined', async (ctx, { serverId, member }) => …)]` in a feature's manifest. */
export const on = <E extends EventName>(
  event: E,
  run: (ctx: Ctx, data: GatewayEvents[E]) => Promise<void>,
  only?: Only,
): GatewayListener => ({ event, run, ...(only ? { only } : {}) });

/** What must be asked of Discord so that these listeners hear something. */
export function intentsFor(listeners: readonly GatewayListener[]): Set<IntentName> {
  return new Set(
    listeners.flatMap(({ event }) => (event in events ? [...events[event as keyof typeof events].intents] : [])),
  );
}

/** Where something happened, as far as that is known without reading the event; and its text, if it is at hand. */
export interface Place {
  readonly text: string | null;
  /** Searched for once, however many listeners ask. Undefined: not searched yet; null: not certain. */
  serverId: ServerId | null | undefined;
  channelId: ChannelId | null | undefined;
}

export function serverOf(place: Place): ServerId | null {
  if (place.serverId === undefined) place.serverId = (place.text === null ? undefined : serverIn(place.text)) ?? null;
  return place.serverId;
}

export function channelOf(place: Place): ChannelId | null {
  if (place.channelId === undefined)
    place.channelId = (place.text === null ? undefined : channelIn(place.text)) ?? null;
  return place.channelId;
}
