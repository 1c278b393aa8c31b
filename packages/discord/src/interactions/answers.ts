import { type EmbedPayload, type MessagePayload, noMentions, type RowPayload } from '@tally/message/discord';
import type { FileToSend } from '../rest/index.ts';

/** A field of a modal, which has at most five. */
export interface ModalField {
  readonly id: string;
  readonly label: string;
  readonly isLong?: boolean;
  readonly isRequired?: boolean;
  readonly value?: string;
  readonly maxLength?: number;
}

/** A command's answer. The router decides whether to send it as an edit. */
export type Answer =
  | {
      readonly kind: 'message';
      readonly payload: MessagePayload;
      readonly isPrivate?: boolean;
      /** The files follow in a second call, because the first answer may be the body of an HTTP response. */
      readonly files?: readonly FileToSend[];
    }
  /** Changes the message that contains the component. */
  | { readonly kind: 'update'; readonly payload: MessagePayload }
  | {
      readonly kind: 'modal';
      readonly customId: string;
      readonly title: string;
      readonly fields: readonly ModalField[];
    }
  /** For a component that needs no visible answer. */
  | { readonly kind: 'nothing' };

export const message = (payload: MessagePayload): Answer => ({ kind: 'message', payload });
/** A plain sentence that only the caller sees. */
export const privately = (content: string): Answer => ({
  kind: 'message',
  isPrivate: true,
  payload: { content: content.slice(0, 2000), allowed_mentions: noMentions },
});
/** Returns a message with one embed and its buttons, without pings. */
export const card = (embed: EmbedPayload, buttons: RowPayload['components'] = []): MessagePayload => ({
  embeds: [embed],
  ...(buttons.length > 0 ? { components: [{ type: 1, components: buttons }] } : {}),
  allowed_mentions: noMentions,
});

export const privateCard = (
  embed: EmbedPayload,
  buttons: RowPayload['components'] = [],
  more: { readonly files?: readonly FileToSend[] } = {},
): Answer => ({
  kind: 'message',
  isPrivate: true,
  payload: card(embed, buttons),
  ...more,
});
export const linkButton = (label: string, url: string): RowPayload['components'][number] => ({
  type: 2,
  style: 5,
  label: label.slice(0, 80),
  url,
});
/** Removes the buttons and shows the result, so a question can be answered only once. */
export const settle = (content: string): Answer => ({
  kind: 'update',
  payload: { content: content.slice(0, 2000), embeds: [], components: [], allowed_mentions: noMentions },
});
export const update = (payload: MessagePayload): Answer => ({ kind: 'update', payload });
export const nothingToSay: Answer = { kind: 'nothing' };

/** https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object */
export const responseTypes = {
  pong: 1,
  message: 4,
  deferredMessage: 5,
  deferredUpdate: 6,
  update: 7,
  choices: 8,
  modal: 9,
} as const;

const EPHEMERAL = 1 << 6;

export interface Response {
  readonly type: number;
  readonly data?: unknown;
}

export function toResponse(answer: Answer, isPrivate: boolean): Response {
  switch (answer.kind) {
    case 'message': {
      const flags = (answer.payload.flags ?? 0) | (isPrivate || answer.isPrivate ? EPHEMERAL : 0);
      return { type: responseTypes.message, data: { ...answer.payload, flags } };
    }
    case 'update':
      return { type: responseTypes.update, data: answer.payload };
    case 'modal':
      return { type: responseTypes.modal, data: toModal(answer) };
    case 'nothing':
      return { type: responseTypes.deferredUpdate };
  }
}

export const deferred = (isComponent: boolean, isPrivate: boolean): Response =>
  isComponent
    ? { type: responseTypes.deferredUpdate }
    : { type: responseTypes.deferredMessage, data: { flags: isPrivate ? EPHEMERAL : 0 } };

function toModal(modal: Extract<Answer, { kind: 'modal' }>): object {
  const components = modal.fields.slice(0, 5).map((field) => ({
    type: 1,
    components: [
      {
        type: 4,
        custom_id: field.id,
        label: field.label.slice(0, 45),
        style: field.isLong ? 2 : 1,
        required: field.isRequired ?? true,
        ...(field.value === undefined ? {} : { value: field.value }),
        max_length: field.maxLength ?? (field.isLong ? 4000 : 200),
      },
    ],
  }));
  return { custom_id: modal.customId, title: modal.title.slice(0, 45), components };
}
