import type { Send } from './call.ts';
import { createClient } from './client.ts';
import { botCalls, interactionCalls } from './interactions.ts';
import { type AppKeys, loginCalls } from './login.ts';
import { messageCalls } from './messages.ts';
import type { RestOptions } from './options.ts';
import { memberCalls, serverCalls } from './servers.ts';
import { webhookCalls } from './webhooks.ts';

export type { FileToSend } from './call.ts';
export { isTooLate, withDeadline } from './deadline.ts';
export type {
  Channel,
  Command,
  Emoji,
  GatewayInfo,
  ListedServer,
  Member,
  Server,
  Tokens,
  User,
  Webhook,
} from './external/index.ts';
export { emojiSlots, Message } from './external/index.ts';
export type { InteractionKey } from './interactions.ts';
export type { Lane } from './lanes.ts';
export type { LaneName, RestOptions, RestWatch } from './options.ts';
export type { WebhookKey } from './webhooks.ts';

/**
 * The part of Discord's API that we use. Every response is validated and converted, and every failure is an
 * `UpstreamError`. Only calls that Discord refused with a short wait are retried automatically.
 */
export type Discord = ReturnType<typeof openDiscord>;

export function openDiscord(options: RestOptions & AppKeys) {
  const client = createClient(options);
  return {
    ...callsOver(client.send, options),
    /** For the gateway only. */
    rest: client.rest,
    /** The refused calls of this IP address in the last ten minutes. Discord tolerates 10,000. */
    invalidRequests: () => client.invalidRequests(),
    /** How many calls this process may send now, and how many wait. */
    lanes: client.lanes,
    close: () => client.close(),
  };
}

/** All calls that we make, over any transport. */
export const callsOver = (send: Send, keys: AppKeys) => ({
  bot: botCalls(send, keys.clientId),
  messages: messageCalls(send),
  webhooks: webhookCalls(send),
  servers: serverCalls(send),
  members: memberCalls(send),
  login: loginCalls(send, keys),
  interactions: interactionCalls(send, keys.clientId),
});

declare module '@tally/kernel' {
  interface Ctx {
    readonly discord: Discord;
  }
}
