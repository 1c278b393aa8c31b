import type { ChannelId, ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { type EventName, events, type GatewayEvents } from './events.ts';
import type { IntentName } from './intents.ts';
import { isRecord } from './plain/values.ts';

/** Reacts to an event in a server. Called once per event and process, and at least once across restarts. */
export interface GatewayListener {
  readonly event: EventName;
  readonly run: (ctx: Ctx, data: never) => Promise<void>;
  readonly only?: Only;
}

/**
 * Limits a listener to certain events. It is checked before any allocation for an event, which keeps most events cheap.
 * So the answer must be in memory (`ctx.cache.peek`). If it is undefined, the listener receives the event. All
 * conditions must hold. A listener with `servers` may miss direct messages.
 */
export interface Only {
  readonly servers?: (ctx: Ctx) => ReadonlySet<ServerId> | undefined;
  readonly channels?: (ctx: Ctx) => ReadonlySet<ChannelId> | undefined;
  /** Only messages that this application posted. */
  readonly postedBy?: (ctx: Ctx) => string;
  /** Only messages whose content includes this text. */
  readonly saying?: (ctx: Ctx) => string;
}

/** Used in a feature's manifest: `gateway: [on('memberJoined', async (ctx, { serverId, member }) => …)]` */
export const on = <E extends EventName>(
  event: E,
  run: (ctx: Ctx, data: GatewayEvents[E]) => Promise<void>,
  only?: Only,
): GatewayListener => ({ event, run, ...(only ? { only } : {}) });

export function intentsFor(listeners: readonly GatewayListener[]): Set<IntentName> {
  return new Set(
    listeners.flatMap(({ event }) => (event in events ? [...events[event as keyof typeof events].intents] : [])),
  );
}

/** Returns the server of an event, or null for events without a server, such as a direct message. */
export const serverOf = (event: unknown): ServerId | null => idUnder(event, 'guild_id') as ServerId | null;
export const channelOf = (event: unknown): ChannelId | null => idUnder(event, 'channel_id') as ChannelId | null;

function idUnder(event: unknown, key: 'guild_id' | 'channel_id'): string | null {
  const id = isRecord(event) ? event[key] : null;
  return typeof id === 'string' ? id : null;
}

/** True if an application posted the message, itself or through its own webhook. */
export const isPostedBy = (message: unknown, id: string): boolean =>
  isRecord(message) &&
  (message['application_id'] === id || (isRecord(message['author']) && message['author']['id'] === id));

export const hasContent = (message: unknown, text: string): boolean =>
  isRecord(message) && typeof message['content'] === 'string' && message['content'].includes(text);
