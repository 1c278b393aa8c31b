import type { Core } from '../discord.ts';
import type { Upload } from '../rest/route.ts';
import { ApiError, formError } from '../rules/errors.ts';
import { checkMessage, type Draft } from '../rules/message.ts';
import { checkBody, isRecord, loadSchemas } from '../rules/schema.ts';
import type { Channel, Message } from '../state/types.ts';
import { type Interaction, originOf } from './interactions.ts';
import { createMessage, editMessage, Flag } from './messages.ts';
import { storeUploads } from './uploads.ts';

/** https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object */
export const ANSWER_WITHIN_MS = 3000;
const CALLBACK = { PONG: 1, MESSAGE: 4, DEFER: 5, DEFER_UPDATE: 6, UPDATE: 7, CHOICES: 8, MODAL: 9 } as const;
const COMPONENT = 3;
const COMMAND = 2;
const MODAL_SUBMIT = 5;

const SCHEMAS: Record<number, string> = {
  [CALLBACK.PONG]: 'PongInteractionCallbackRequest',
  [CALLBACK.MESSAGE]: 'CreateMessageInteractionCallbackRequest',
  [CALLBACK.DEFER]: 'CreateMessageInteractionCallbackRequest',
  [CALLBACK.DEFER_UPDATE]: 'UpdateMessageInteractionCallbackRequest',
  [CALLBACK.UPDATE]: 'UpdateMessageInteractionCallbackRequest',
  [CALLBACK.CHOICES]: 'ApplicationCommandAutocompleteCallbackRequest',
  [CALLBACK.MODAL]: 'ModalInteractionCallbackRequest',
};

interface Given {
  readonly body: unknown;
  readonly uploads: readonly Upload[];
}

/** Accepts the first answer to an interaction, from any source. Returns the message that it created or changed. */
export async function answerInteraction(
  core: Core,
  interaction: Interaction,
  given: Given,
): Promise<Message | undefined> {
  const { body } = given;
  if (!isRecord(body) || typeof body.type !== 'number')
    throw formError('type', 'BASE_TYPE_REQUIRED', 'This field is required');
  const schema = SCHEMAS[body.type];
  if (!schema) throw formError('type', 'BASE_TYPE_CHOICES', 'Value must be one of {4, 5, 6, 7, 8, 9}.');
  await loadSchemas();
  checkBody(schema, body);
  if (interaction.state === 'answered') throw new ApiError(40060);
  if (interaction.state === 'failed' || core.state.clock.ms() - interaction.createdAt > ANSWER_WITHIN_MS)
    throw new ApiError(10062);
  const channel = core.state.channels.get(interaction.channelId);
  if (!channel) throw new ApiError(10003);
  const data = isRecord(body.data) ? body.data : {};
  const message = carryOut(core, { interaction, channel, type: body.type, data, uploads: given.uploads });
  interaction.state = 'answered';
  interaction.originalId = message?.id;
  if (body.type === CALLBACK.MODAL) interaction.modal = data;
  core.shared.events.publish('discord', 'INTERACTION_ANSWERED', {
    interaction_id: interaction.id,
    user_id: interaction.userId,
    type: body.type,
    ...(body.type === CALLBACK.MODAL ? { modal: data } : {}),
  });
  interaction.settle({
    outcome: 'answered',
    type: body.type,
    messageId: message?.id,
    modal: interaction.modal,
    choices: data.choices,
  });
  return message;
}

interface Answering {
  readonly interaction: Interaction;
  readonly channel: Channel;
  readonly type: number;
  readonly data: Record<string, unknown>;
  readonly uploads: readonly Upload[];
}

function carryOut(core: Core, answering: Answering): Message | undefined {
  const { interaction, channel, type, data } = answering;
  const carrier = channel.messages.get(interaction.messageId ?? '');
  const isComponent = interaction.type === COMPONENT || (interaction.type === MODAL_SUBMIT && carrier !== undefined);
  if (type === CALLBACK.MESSAGE || type === CALLBACK.DEFER) return send(core, answering);
  if (type === CALLBACK.DEFER_UPDATE || type === CALLBACK.UPDATE) {
    if (!isComponent || !carrier)
      throw formError('type', 'INTERACTION_APPLICATION_COMMAND_INVALID_TYPE', 'Only components can be updated.');
    return type === CALLBACK.UPDATE ? editMessage(core, carrier, { draft: data }) : carrier;
  }
  if (type === CALLBACK.CHOICES) {
    if (interaction.type !== 4) throw formError('type', 'BASE_TYPE_CHOICES', 'Choices answer an autocomplete only.');
    if (Array.isArray(data.choices) && data.choices.length > 25)
      throw formError('data.choices', 'BASE_TYPE_MAX_LENGTH', 'Must be 25 or fewer in length.');
    return undefined;
  }
  if (interaction.type === MODAL_SUBMIT) throw formError('type', 'BASE_TYPE_CHOICES', 'A modal cannot answer a modal.');
  return undefined;
}

/** https://docs.discord.com/developers/resources/message#message-object-message-types */
function typeOf({ type, command }: Interaction): number | undefined {
  if (type !== COMMAND) return undefined;
  return command?.isMenu ? 23 : 20;
}

/** https://docs.discord.com/developers/interactions/receiving-and-responding#message-interaction-object */
function referenceOf(channel: Channel, { messageId }: Interaction): Message['reference'] {
  if (messageId === undefined) return undefined;
  const guild = channel.guildId === undefined ? {} : { guild_id: channel.guildId };
  return { type: 0, message_id: messageId, channel_id: channel.id, ...guild };
}

function send(core: Core, { interaction, channel, type, data, uploads }: Answering): Message {
  const application = core.state.applications.get(interaction.applicationId);
  if (!application) throw new ApiError(10002);
  const isLoading = type === CALLBACK.DEFER;
  const flags = typeof data.flags === 'number' ? data.flags : 0;
  const draft: Draft = isLoading ? { flags: flags & Flag.EPHEMERAL } : data;
  if (!isLoading) checkMessage(draft, { hasFiles: uploads.length > 0 });
  return createMessage(core, {
    channel,
    authorId: application.botId,
    draft,
    attachments: storeUploads(core, {
      channelId: channel.id,
      uploads,
      described: Array.isArray(data.attachments) ? data.attachments : null,
    }),
    type: typeOf(interaction),
    mayMentionEveryone: true,
    parsesUsersOnly: true,
    applicationId: application.id,
    interaction: originOf(interaction),
    reference: referenceOf(channel, interaction),
    visibleTo: (flags & Flag.EPHEMERAL) === 0 ? undefined : interaction.userId,
    isLoading,
  });
}
