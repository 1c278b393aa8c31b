import { ApiError } from '../../rules/errors.ts';
import { checkMessage, type Draft } from '../../rules/message.ts';
import type { Channel, Message, Webhook } from '../../state/types.ts';
import { messageWire } from '../../state/wire.ts';
import { chosenTags, openThread } from '../../work/channels.ts';
import { createMessage, deleteMessages, editMessage } from '../../work/messages.ts';
import { storeUploads } from '../../work/uploads.ts';
import { bucket, type Call, nothing, ok, openRoute, type Reply, type Route } from '../route.ts';
import { HiddenLimit } from '../serve.ts';
import { mustBeOpen } from './archive.ts';
import { checkEditLimits } from './edit-limits.ts';
import { findInteraction, followUp, interactionMessage } from './followups.ts';
import { findWebhook, webhookName } from './webhooks.ts';

export interface HookDraft extends Draft {
  readonly username?: string | null;
  readonly avatar_url?: string | null;
  readonly thread_name?: string | null;
  readonly applied_tags?: string[] | null;
  readonly attachments?: { id?: string | number }[] | null;
}

/** Applies besides the visible five in two seconds: https://github.com/discord/discord-api-docs/issues/367 */
const PER_CHANNEL = { name: 'hidden:webhook-channel', limit: 30, windowMs: 60_000 };
const EXECUTE = '/webhooks/:webhook/:token';
const MESSAGE = `${EXECUTE}/messages/:message`;
const limit = bucket('webhook-execute', 5, 2);
const FORUM_TYPES = new Set([15, 16]);

/** The same paths serve webhooks and interaction follow-ups, whose "webhook" is the application. */
export const webhookMessageRoutes: readonly Route[] = [
  openRoute<HookDraft>(
    `POST ${EXECUTE}`,
    { auth: 'none', body: 'IncomingWebhookRequestPartial', limit, major: 'webhook' },
    (call) => (findInteraction(call) ? followUp(call) : execute(call)),
  ),
  openRoute(`GET ${MESSAGE}`, { auth: 'none', limit, major: 'webhook' }, (call) =>
    ok(messageWire(call.core.state, findOwn(call).message)),
  ),
  openRoute<HookDraft>(
    `PATCH ${MESSAGE}`,
    { auth: 'none', body: 'IncomingWebhookUpdateRequestPartial', limit, major: 'webhook' },
    change,
  ),
  openRoute(`DELETE ${MESSAGE}`, { auth: 'none', limit, major: 'webhook' }, (call) => {
    const { message, channel } = findOwn(call);
    deleteMessages(call.core, channel, [message.id]);
    return nothing;
  }),
];

function execute(call: Call<HookDraft>): Reply {
  const { core, body, query } = call;
  const hook = findWebhook(call);
  const home = core.state.channels.get(hook.channelId);
  if (!home) throw new ApiError(10015);
  const name = body.username ? webhookName('username', body.username) : hook.name;
  checkMessage(body, { hasFiles: call.uploads.length > 0 });
  if (core.limits.settings.enabled) {
    const taken = core.limits.take(PER_CHANNEL, home.id);
    if (!taken.ok) throw new HiddenLimit(taken.resetAfterMs, 'shared');
  }
  const channel = placeOf(call, hook, home);
  const message = createMessage(core, {
    channel,
    // The first message of a post has the post's own id.
    ...(body.thread_name ? { id: channel.id } : {}),
    authorId: hook.id,
    draft: body,
    attachments: storeUploads(core, { channelId: channel.id, uploads: call.uploads, described: body.attachments }),
    // A webhook pings all mentioned people and roles. The roles of its creator do not matter.
    mayMentionEveryone: true,
    parsesUsersOnly: true,
    applicationId: hook.applicationId ?? undefined,
    webhook: { id: hook.id, name, avatar: body.avatar_url ?? hook.avatar },
  });
  return query.get('wait') === 'true' ? ok(messageWire(core.state, message)) : nothing;
}

/** Returns the channel, one of its threads, or a new forum post. */
function placeOf({ core, body, query }: Call<HookDraft>, hook: Webhook, home: Channel): Channel {
  const threadId = query.get('thread_id');
  const isForum = FORUM_TYPES.has(home.type);
  if (threadId) {
    const thread = core.state.channels.get(threadId);
    if (thread?.parent_id !== home.id) throw new ApiError(10003);
    return thread;
  }
  if (body.thread_name) {
    if (!isForum) throw new ApiError(220003);
    const appliedTags = chosenTags(home, body.applied_tags ?? []);
    return openThread(core, {
      parent: home,
      name: body.thread_name,
      ownerId: hook.id,
      autoArchive: 1440,
      type: 11,
      appliedTags,
    });
  }
  if (isForum) throw new ApiError(220001);
  return home;
}

interface Own {
  readonly message: Message;
  readonly channel: Channel;
}

/** Finds a message that this webhook or interaction sent. */
function findOwn(call: Call): Own {
  const interaction = findInteraction(call);
  if (interaction) return interactionMessage(call, interaction);
  const { core, params, query } = call;
  const hook = findWebhook(call);
  const channel = core.state.channels.get(query.get('thread_id') ?? hook.channelId);
  const message = channel?.messages.get(params.message ?? '');
  if (!channel || message?.webhook?.id !== hook.id) throw new ApiError(10008);
  return { message, channel };
}

function change(call: Call<HookDraft>): Reply {
  const { core, body } = call;
  const { message, channel } = findOwn(call);
  mustBeOpen(channel);
  checkEditLimits(core, message);
  const added = storeUploads(core, { channelId: channel.id, uploads: call.uploads, described: body.attachments });
  const named = new Set(body.attachments?.map((file) => `${file.id}`));
  const kept = body.attachments ? message.attachments.filter((file) => named.has(file.id)) : message.attachments;
  editMessage(core, message, {
    draft: body,
    attachments: body.attachments || added.length > 0 ? [...kept, ...added] : undefined,
    mayMentionEveryone: true,
  });
  return ok(messageWire(core.state, message));
}
