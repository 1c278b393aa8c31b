import type { GuildMessage, RandomMessage, SingleMessage } from '@tally/contract';
import type { MessageTemplate } from '@tally/message/discord';
import type { LineBody, MessageBody, ServerMessageRow, VariantsBody } from './tables.ts';

/** A message in wire form with every key. Unset keys are empty. */
export function wholeMessage({ content, embed, buttons, webhook }: MessageTemplate) {
  return {
    content: content ?? null,
    embed: embed ? { ...emptyEmbed, description: '', ...embed, fields: (embed.fields ?? []).map(wholeField) } : null,
    buttons: (buttons ?? []).map((button) => ({ ...emptyButton, ...button })),
    webhook: webhook ? { ...emptyWebhook, ...webhook } : null,
  };
}

const wholeField = (field: { readonly name: string }) => ({ value: null, inline: null, ...field });

const emptyEmbed = {
  title: null,
  url: null,
  color: null,
  author: null,
  authorIcon: null,
  footer: null,
  footerIcon: null,
  image: null,
  thumbnail: null,
};
const emptyButton = { url: null, emojiUnicodeOrId: null };
const emptyWebhook = { enabled: null, username: null, avatarUrl: null };

// Stored lists were validated on saving, so their rows have the shape of that list.
export const asGuildMessage = ({ type, body }: ServerMessageRow) =>
  ({ type, ...wholeMessage(body as MessageBody) }) as GuildMessage;
export const asVariants = ({ type, body }: ServerMessageRow) =>
  ({ type, messages: (body as VariantsBody).messages }) as RandomMessage;
export function asLine({ type, body }: ServerMessageRow): SingleMessage {
  const { message, webhook } = body as LineBody;
  return {
    type: type as SingleMessage['type'],
    message: message ?? null,
    webhook: webhook ? { ...emptyWebhook, ...webhook } : null,
  };
}
