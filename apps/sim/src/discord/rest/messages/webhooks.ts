import { ApiError, formError } from '../../rules/errors.ts';
import type { Channel, Webhook } from '../../state/types.ts';
import { webhookWire } from '../../state/wire.ts';
import { dispatchWebhooks } from '../../work/channels.ts';
import { storePicture } from '../../work/pictures.ts';
import { enterPlace, findPlace, need } from '../find.ts';
import { type BotCall, botRoute, bucket, type Call, nothing, ok, openRoute, type Route } from '../route.ts';

interface WebhookBody {
  readonly name?: string | null;
  readonly avatar?: string | null;
  readonly channel_id?: string | null;
}

const MOST_PER_CHANNEL = 15;
const HOOKABLE = new Set([0, 2, 5, 13, 15, 16]);
const WITH_TOKEN = '/webhooks/:webhook/:token';
const limit = bucket('webhook', 5, 5);

/** Routes for the webhooks themselves. Their messages are in webhook-messages.ts. */
export const webhookRoutes: readonly Route[] = [
  botRoute<WebhookBody>(
    'POST /channels/:channel/webhooks',
    { body: { loose: true }, limit: bucket('webhook-create', 10, 60), major: 'channel' },
    createWebhook,
  ),
  botRoute('GET /channels/:channel/webhooks', { limit, major: 'channel' }, (call) => {
    const { channel } = enterPlace(call, 'MANAGE_WEBHOOKS');
    return ok(hooksOf(call, channel).map((hook) => webhookWire(call.core.state, hook)));
  }),
  botRoute('GET /webhooks/:webhook', { limit, major: 'webhook' }, (call) =>
    ok(webhookWire(call.core.state, manage(call))),
  ),
  botRoute<WebhookBody>('PATCH /webhooks/:webhook', { body: { loose: true }, limit, major: 'webhook' }, (call) => {
    const hook = manage(call);
    if (call.body.channel_id) {
      const target = findPlace(call.core, call.user, call.body.channel_id);
      need(target.permissions, 'MANAGE_WEBHOOKS');
      hook.channelId = target.channel.id;
    }
    return ok(webhookWire(call.core.state, change(call, hook)));
  }),
  botRoute('DELETE /webhooks/:webhook', { limit, major: 'webhook' }, (call) => remove(call, manage(call))),
  openRoute(`GET ${WITH_TOKEN}`, { auth: 'none', limit, major: 'webhook' }, (call) =>
    ok(withoutUser(call, findWebhook(call))),
  ),
  openRoute<WebhookBody>(
    `PATCH ${WITH_TOKEN}`,
    { auth: 'none', body: { loose: true }, limit, major: 'webhook' },
    (call) => ok(withoutUser(call, change(call, findWebhook(call)))),
  ),
  openRoute(`DELETE ${WITH_TOKEN}`, { auth: 'none', limit, major: 'webhook' }, (call) =>
    remove(call, findWebhook(call)),
  ),
];

const hooksOf = ({ core }: Call, channel: Channel): Webhook[] =>
  [...core.state.webhooks.values()].filter((hook) => hook.channelId === channel.id);

function createWebhook(call: BotCall<WebhookBody>) {
  const { core } = call;
  const { channel } = enterPlace(call, 'MANAGE_WEBHOOKS');
  if (channel.guildId === undefined || !HOOKABLE.has(channel.type)) throw new ApiError(50024);
  if (hooksOf(call, channel).length >= MOST_PER_CHANNEL) throw new ApiError(30007);
  const hook: Webhook = {
    id: core.state.ids.next(),
    type: 1,
    token: core.state.secret('webhook'),
    guildId: channel.guildId,
    channelId: channel.id,
    name: webhookName('name', call.body.name),
    avatar: null,
    userId: call.user.id,
    applicationId: call.application.id,
  };
  core.state.webhooks.set(hook.id, hook);
  return ok(webhookWire(core.state, change(call, hook)));
}

/** https://docs.discord.com/developers/resources/webhook#create-webhook */
export function webhookName(field: string, name: unknown): string {
  if (typeof name !== 'string' || name.trim().length < 1 || name.length > 80) {
    throw formError(field, 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 80 in length.');
  }
  const word = /clyde|discord/i.exec(name)?.[0];
  if (word) throw formError(field, 'USERNAME_INVALID_CONTAINS', `Username cannot contain "${word.toLowerCase()}"`);
  return name.trim();
}

/** The token in the URL gives access. */
export function findWebhook(call: Call): Webhook {
  const hook = call.core.state.webhooks.get(call.params.webhook ?? '');
  if (!hook) throw new ApiError(10015);
  if (hook.token !== call.params.token) throw new ApiError(50027);
  return hook;
}

function manage(call: BotCall): Webhook {
  const hook = call.core.state.webhooks.get(call.params.webhook ?? '');
  if (!hook) throw new ApiError(10015);
  need(findPlace(call.core, call.user, hook.channelId).permissions, 'MANAGE_WEBHOOKS');
  return hook;
}

function change(call: Call<WebhookBody>, hook: Webhook): Webhook {
  const { core, body } = call;
  if (body.name !== undefined && body.name !== null) hook.name = webhookName('name', body.name);
  if (body.avatar !== undefined)
    hook.avatar = storePicture(core, { folder: `avatars/${hook.id}`, field: 'avatar', data: body.avatar });
  announce(call, hook);
  return hook;
}

function remove(call: Call, hook: Webhook) {
  call.core.state.webhooks.delete(hook.id);
  announce(call, hook);
  return nothing;
}

function announce({ core }: Call, hook: Webhook): void {
  const channel = core.state.channels.get(hook.channelId);
  if (channel) dispatchWebhooks(core, channel);
}

function withoutUser({ core }: Call, hook: Webhook) {
  const { user: _, ...wire } = webhookWire(core.state, hook);
  return wire;
}
