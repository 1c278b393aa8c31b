import { z } from 'zod';
import { channelField } from '../wire/choices.ts';
import { bodyOf, line, text } from '../wire/fields.ts';
import { MessageId } from '../wire/ids.ts';
import { GuildMessageType, SingleMessageType } from './types.ts';

/**
 * The limits of owners' messages, which are templates with placeholders. The lengths are Discord's, counted before
 * filling. `packages/message` cuts texts that become too long. https://docs.discord.com/developers/resources/message
 */
export const messageLimits = {
  content: 2000,
  title: 256,
  description: 4096,
  fields: 25,
  fieldName: 256,
  fieldValue: 1024,
  author: 256,
  footer: 2048,
  url: 2048,
  buttons: 10,
  buttonTitle: 80,
  webhookName: 80,
  variants: 25,
} as const;

/** A URL in a template may be a placeholder, so it is checked after filling. */
const templateUrl = line(messageLimits.url, 0);

const EmbedField = z.object({
  name: text(messageLimits.fieldName),
  value: text(messageLimits.fieldValue).nullable(),
  inline: z.boolean().nullable(),
});

export const Embed = z
  .object({
    title: text(messageLimits.title).nullable(),
    description: text(messageLimits.description),
    url: templateUrl.nullable(),
    /** `#rrggbb`, a decimal number, or a placeholder such as `{platform_color}`. */
    color: line(50, 0).nullable(),
    author: text(messageLimits.author).nullable(),
    authorIcon: templateUrl.nullable(),
    footer: text(messageLimits.footer).nullable(),
    footerIcon: templateUrl.nullable(),
    image: templateUrl.nullable(),
    thumbnail: templateUrl.nullable(),
    fields: z.array(EmbedField).max(messageLimits.fields),
  })
  .meta({ id: 'Embed' });
export type Embed = z.infer<typeof Embed>;

/** A Unicode emoji, or the id of a server's emoji. */
export const EmojiUnicodeOrId = line(64);

export const Button = z
  .object({
    title: text(messageLimits.buttonTitle),
    url: templateUrl.nullable(),
    emojiUnicodeOrId: EmojiUnicodeOrId.nullable(),
  })
  .meta({ id: 'Button' });
export type Button = z.infer<typeof Button>;

/** The name and picture that appear above a message. */
export const Webhook = z
  .object({
    enabled: z.boolean().nullable(),
    username: line(messageLimits.webhookName).nullable(),
    avatarUrl: templateUrl.nullable(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

/** The parts of a message in a reply. */
export const messageParts = {
  content: text(messageLimits.content).nullable(),
  embed: Embed.nullable(),
  buttons: z.array(Button).max(messageLimits.buttons),
  webhook: Webhook.nullable(),
} as const;

const EmbedBody = z
  .object({
    ...bodyOf(Embed, 'description').shape,
    fields: z.array(bodyOf(EmbedField, 'name')).max(messageLimits.fields).optional(),
  })
  .meta({ id: 'EmbedBody' });
const ButtonBody = bodyOf(Button, 'title').meta({ id: 'ButtonBody' });
export const WebhookBody = bodyOf(Webhook).meta({ id: 'WebhookBody' });

/** The parts of a message in a body. An absent part is empty, because a message is always saved as a whole. */
export const messageBodyParts = {
  content: text(messageLimits.content).nullish(),
  embed: EmbedBody.nullish(),
  buttons: z.array(ButtonBody).max(messageLimits.buttons).optional(),
  webhook: WebhookBody.nullish(),
} as const;

/** A server's own text for one kind of message. */
export const GuildMessage = z.object({ type: GuildMessageType, ...messageParts }).meta({ id: 'GuildMessage' });
export type GuildMessage = z.infer<typeof GuildMessage>;
export const GuildMessageBody = z
  .object({ type: GuildMessageType, ...messageBodyParts })
  .meta({ id: 'GuildMessageBody' });
export type GuildMessageBody = z.infer<typeof GuildMessageBody>;

/** Several variants of one kind of message. Each post picks one at random. */
export const RandomMessage = z
  .object({
    type: GuildMessageType,
    messages: z.array(text(messageLimits.content, 1)).max(messageLimits.variants),
  })
  .meta({ id: 'RandomMessage' });
export type RandomMessage = z.infer<typeof RandomMessage>;

/** A message as it would be posted now. */
export const MessagePreview = z
  .object({
    /** The payload for Discord. Null if nothing is left to post. */
    payload: z.record(z.string(), z.unknown()).nullable(),
    /** The name and picture that appear above the message. */
    sender: z.object({ name: z.string(), avatarUrl: z.string().nullable() }),
    /** The source of the values: a running stream, the last stream or video, an example, or a made-up giveaway. */
    shows: z.enum(['live', 'last', 'example', 'madeUp']).nullable(),
    /** The names of the people that the message mentions. */
    people: z.array(z.object({ id: z.string(), name: z.string() })),
    /** The attached pictures, as `data:` URLs. */
    files: z.array(z.object({ name: z.string(), url: z.string() })),
  })
  .meta({ id: 'MessagePreview' });
export type MessagePreview = z.infer<typeof MessagePreview>;

/** A log line, or a channel's name. */
export const SingleMessage = z
  .object({
    type: SingleMessageType,
    message: text(messageLimits.content).nullable(),
    webhook: Webhook.nullable(),
  })
  .meta({ id: 'SingleMessage' });
export type SingleMessage = z.infer<typeof SingleMessage>;
export const SingleMessageBody = z
  .object({
    type: SingleMessageType,
    message: text(messageLimits.content).nullish(),
    webhook: WebhookBody.nullish(),
  })
  .meta({ id: 'SingleMessageBody' });
export type SingleMessageBody = z.infer<typeof SingleMessageBody>;

/** When a sticky message is posted again at the bottom of its channel. */
export const stickyModes = ['everyMessage', 'everyMessages', 'everyMinutes', 'afterQuiet'] as const;

/** The most messages by other people that a sticky waits for. */
export const MOST_STICKY_MESSAGES = 1000;

const stickyTiming = {
  /** Null means on. A sticky that is off keeps its settings, and its last message stays where it is. */
  enabled: z.boolean().nullable(),
  mode: z.enum(stickyModes).nullable(),
  /** The number of messages by other people, with `everyMessages`. */
  everyMessages: z.int().min(1).max(MOST_STICKY_MESSAGES).nullable(),
  /** The interval with `everyMinutes`. With `afterQuiet`, the silence before the sticky is posted again. */
  minutes: z.int().min(1).max(10_080).nullable(),
  /** Overrides the server's `stickyMessageDelaySeconds`. */
  delaySeconds: z.int().min(0).max(3600).nullable(),
} as const;

/** Why a sticky message or a starboard is paused without its owner's request. */
export const restReasons = ['planLimit', 'permissions', 'channelGone', 'refused'] as const;
export const RestReason = z.enum(restReasons);
export type RestReason = z.infer<typeof RestReason>;

/** We set `pausedBy`, so it is dropped from a body. */
export const StickyMessage = z
  .object({
    channelId: channelField('postsTo'),
    messageId: MessageId.nullable(),
    ...messageParts,
    ...stickyTiming,
    pausedBy: RestReason.nullable(),
  })
  .meta({ id: 'StickyMessage' });
export type StickyMessage = z.infer<typeof StickyMessage>;

/** `messageId` is the last posted message. We set it, so it is dropped from a body. */
export const StickyBody = z
  .object({ channelId: channelField('postsTo'), ...messageBodyParts, ...bodyOf(z.object(stickyTiming)).shape })
  .meta({ id: 'StickyBody' });
export type StickyBody = z.infer<typeof StickyBody>;
