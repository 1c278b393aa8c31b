import { z } from 'zod';
import { ChannelId, MessageId, RoleId, ServerId, snowflake } from './ids.ts';
import { User } from './people.ts';

/** The texts of an embed. The author wrote those of type `rich`. Discord makes the others from links. */
export const Embed = z.object({
  type: z.string().optional(),
  color: z.number().nullish(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  url: z.string().nullish(),
  footer: z.object({ text: z.string().optional() }).nullish(),
  fields: z.array(z.object({ name: z.string().optional(), value: z.string().optional() })).optional(),
  author: z.object({ name: z.string().optional(), url: z.string().nullish() }).nullish(),
  image: z.object({ url: z.string().optional() }).nullish(),
  thumbnail: z.object({ url: z.string().optional() }).nullish(),
});

const Attachment = z
  .object({ filename: z.string(), url: z.string(), content_type: z.string().nullish() })
  .transform(({ filename, url, content_type }) => ({
    name: filename,
    url,
    isImage: (content_type ?? '').startsWith('image/'),
    /** A spoiler is hidden until a reader clicks. https://docs.discord.com/developers/reference#uploading-files */
    isSpoiler: filename.startsWith('SPOILER_'),
  }));

const Reaction = z
  .object({ count: z.number().int(), emoji: z.object({ id: snowflake.nullish(), name: z.string().nullish() }) })
  .transform(({ count, emoji }) => ({ count, emoji: { id: emoji.id ?? null, name: emoji.name ?? null } }));

const Quoted = z
  .object({ id: MessageId, channel_id: ChannelId, content: z.string().default(''), author: User.optional() })
  .transform(({ id, channel_id, content, author }) => ({ id, channelId: channel_id, content, author: author ?? null }));

const LINK_BUTTON = 2;
const TEXT_DISPLAY = 10;
/** The maximum nesting: https://docs.discord.com/developers/components/reference */
const DEEPEST = 5;

interface Shown {
  readonly links: string[];
  readonly texts: string[];
}

/** Collects the URLs of link buttons and the texts, however deep they are nested. */
function readComponents(given: readonly unknown[], found: Shown, depth = 0): Shown {
  for (const each of depth > DEEPEST ? [] : given) {
    const { type, url, content, components, accessory } = (each ?? {}) as Readonly<Record<string, unknown>>;
    if (type === LINK_BUTTON && typeof url === 'string') found.links.push(url);
    if (type === TEXT_DISPLAY && typeof content === 'string') found.texts.push(content);
    readComponents([...(Array.isArray(components) ? components : []), accessory].filter(Boolean), found, depth + 1);
  }
  return found;
}

/** The types of a reply, and of answers to a slash command and to a message's command. */
const answers: ReadonlySet<unknown> = new Set([19, 20, 23]);

/** The part of a posted message that we need. We already know its content. */
export const Message = z
  .object({
    id: MessageId,
    type: z.number().int().default(0),
    channel_id: ChannelId,
    nonce: z.union([z.string(), z.number()]).nullish(),
    webhook_id: snowflake.nullish(),
    application_id: snowflake.nullish(),
    timestamp: z.string(),
    edited_timestamp: z.string().nullish(),
    content: z.string().default(''),
    embeds: z.array(Embed).default([]),
    author: User.optional(),
    attachments: z.array(Attachment).default([]),
    sticker_items: z.array(z.object({ name: z.string() })).default([]),
    components: z.array(z.unknown()).default([]),
    mention_roles: z.array(RoleId).default([]),
    interaction_metadata: z.unknown().optional(),
    reactions: z.array(Reaction).default([]),
    referenced_message: Quoted.nullish(),
    message_snapshots: z.array(z.unknown()).default([]),
    poll: z.unknown().optional(),
  })
  .transform((message) => ({
    id: message.id,
    channelId: message.channel_id,
    nonce: message.nonce === null || message.nonce === undefined ? null : String(message.nonce),
    webhookId: message.webhook_id ?? null,
    postedAt: new Date(message.timestamp),
    editedAt: message.edited_timestamp ? new Date(message.edited_timestamp) : null,
    content: message.content,
    embeds: message.embeds,
    author: message.author ?? null,
    attachments: message.attachments,
    stickers: message.sticker_items.map((sticker) => sticker.name),
    reactions: message.reactions,
    repliesTo: message.referenced_message ?? null,
    isForward: message.message_snapshots.length > 0,
    isPoll: message.poll !== undefined && message.poll !== null,
    hasComponents: message.components.length > 0,
    shown: readComponents(message.components, { links: [], texts: [] }),
    roleIds: message.mention_roles,
    isAnswer: answers.has(message.type) || Boolean(message.interaction_metadata),
    /** The application that posted the message, itself or through its webhook. */
    applicationId: message.application_id ?? (message.author?.isBot && !message.webhook_id ? message.author.id : null),
  }));
export type Message = z.output<typeof Message>;

/** Discord indexes a server when it is first searched, and responds with 202 until then. */
export const Searched = z.union([
  z
    .object({ code: z.literal(110_000), retry_after: z.number().default(0) })
    .transform((answer) => ({ state: 'indexing' as const, retryAfterMs: Math.ceil(answer.retry_after * 1_000) })),
  z
    .object({ messages: z.array(z.array(Message)) })
    .transform(({ messages }) => ({ state: 'found' as const, messages: messages.flat() })),
]);

/** A message that we have just posted. The rest of the response is what we sent. */
export const Posted = z.object({ id: MessageId });

export const Webhook = z
  .object({
    id: snowflake,
    token: z.string().nullish(),
    name: z.string().nullish(),
    channel_id: ChannelId.nullish(),
    guild_id: ServerId.nullish(),
    application_id: snowflake.nullish(),
  })
  .transform((webhook) => ({
    id: webhook.id,
    token: webhook.token ?? null,
    name: webhook.name ?? null,
    channelId: webhook.channel_id ?? null,
    serverId: webhook.guild_id ?? null,
    applicationId: webhook.application_id ?? null,
  }));
export type Webhook = z.output<typeof Webhook>;

export const Command = z.object({
  id: snowflake,
  name: z.string(),
  type: z.number().int().default(1),
  version: snowflake,
});
export type Command = z.output<typeof Command>;

export const GatewayInfo = z
  .object({
    url: z.string(),
    shards: z.number().int().positive(),
    session_start_limit: z.object({
      total: z.number(),
      remaining: z.number(),
      reset_after: z.number(),
      max_concurrency: z.number().int().positive(),
    }),
  })
  .transform((info) => ({
    url: info.url,
    shards: info.shards,
    identifies: {
      total: info.session_start_limit.total,
      remaining: info.session_start_limit.remaining,
      resetAfterMs: info.session_start_limit.reset_after,
    },
    maxConcurrency: info.session_start_limit.max_concurrency,
  }));
export type GatewayInfo = z.output<typeof GatewayInfo>;
