import { z } from 'zod';
import { channelField } from './choices.ts';
import { bodyOf, line, text } from './fields.ts';
import { MessageId } from './ids.ts';
import { GuildMessageType, SingleMessageType } from './message-types.ts';

/**
 * Messages as their owners write them: templates, with placeholders. Lengths are Discord's, counted before
 * filling; what grows too long when filled is cut by `packages/message`.
 * https://docs.discord.com/developers/resources/message
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

/** An address in a template may be a placeholder, so it is checked when it is filled. */
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

/** Discord has unicode emojis and, by id, those of a server. */
export const EmojiUnicodeOrId = line(64);

export const Button = z
  .object({
    title: text(messageLimits.buttonTitle),
    url: templateUrl.nullable(),
    emojiUnicodeOrId: EmojiUnicodeOrId.nullable(),
  })
  .meta({ id: 'Button' });
export type Button = z.infer<typeof Button>;

/** The name and picture under which a message appears. */
export const Webhook = z
  .object({
    enabled: z.boolean().nullable(),
    username: line(messageLimits.webhookName).nullable(),
    avatarUrl: templateUrl.nullable(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

/** What every message has, as it is answered. */
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

/** What every message has, as it is sent: what is absent is empty, for a message is always saved as a whole. */
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

/** Variants of a kind of message; one of them is drawn each time. */
export const RandomMessage = z
  .object({
    type: GuildMessageType,
    messages: z.array(text(messageLimits.content, 1)).max(messageLimits.variants),
  })
  .meta({ id: 'RandomMessage' });
export type RandomMessage = z.infer<typeof RandomMessage>;

/** What a message would look like if it were posted now. */
export const MessagePreview = z
  .object({
    /** As Discord would be sent it. Null: nothing is left to post. */
    payload: z.record(z.string(), z.unknown()).nullable(),
    /** Who stands above it. */
    sender: z.object({ name: z.string(), avatarUrl: z.string().nullable() }),
    /** What the values are of: a stream that is live now, the last stream or video, a made-up one, or a made-up giveaway. */
    shows: z.enum(['live', 'last', 'example', 'madeUp']).nullable(),
    /** What those are called whom it mentions. */
    people: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Pictures that travel with it, as `data:` addresses. */
    files: z.array(z.object({ name: z.string(), url: z.string() })),
  })
  .meta({ id: 'MessagePreview' });
export type MessagePreview = z.infer<typeof MessagePreview>;

/** A plain line of a log or the name of a channel. */
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

/** When a sticky message comes back to the bottom of its channel. */
export const stickyModes = ['everyMessage', 'everyMessages', 'everyMinutes', 'afterQuiet'] as const;

/** How many messages of others a sticky waits for, at most. */
export const MOST_STICKY_MESSAGES = 1000;

const stickyTiming = {
  mode: z.enum(stickyModes).nullable(),
  /** With `everyMessages`: how many messages of others. */
  everyMessages: z.int().min(1).max(MOST_STICKY_MESSAGES).nullable(),
  /** With `everyMinutes`: the pause; with `afterQuiet`: how long nobody may have written. */
  minutes: z.int().min(1).max(10_080).nullable(),
  /** Overrides the server's `stickyMessageDelaySeconds`. */
  delaySeconds: z.int().min(0).max(3600).nullable(),
} as const;

/** Why a sticky message, or a starboard, rests although its owner did not ask for it. */
export const restReasons = ['planLimit', 'permissions', 'channelGone', 'refused'] as const;
export const RestReason = z.enum(restReasons);
export type RestReason = z.infer<typeof RestReason>;

/** `pausedBy` is ours, too: a body's is dropped. */
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

/** `messageId` names the last posted one: it is ours, so a body's is dropped. */
export const StickyBody = z
  .object({ channelId: channelField('postsTo'), ...messageBodyParts, ...bodyOf(z.object(stickyTiming)).shape })
  .meta({ id: 'StickyBody' });
export type StickyBody = z.infer<typeof StickyBody>;
