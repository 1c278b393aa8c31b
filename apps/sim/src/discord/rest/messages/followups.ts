import { ApiError } from '../../rules/errors.ts';
import { checkMessage } from '../../rules/message.ts';
import type { Channel, Message } from '../../state/types.ts';
import { messageWire } from '../../state/wire.ts';
import { type Interaction, originOf } from '../../work/interactions.ts';
import { createMessage, editMessage, Flag } from '../../work/messages.ts';
import { storeUploads } from '../../work/uploads.ts';
import { type Call, ok, type Reply } from '../route.ts';
import type { HookDraft } from './webhook-messages.ts';

/** https://docs.discord.com/developers/interactions/receiving-and-responding#followup-messages */
const TOKEN_LIFE_MS = 15 * 60_000;

/** Returns the interaction at this URL, or undefined for an ordinary webhook. */
export function findInteraction(call: Call): Interaction | undefined {
  const { core, params } = call;
  if (!core.state.applications.has(params.webhook ?? '')) return undefined;
  const interaction = core.interactions.get(params.token ?? '');
  if (!interaction || interaction.applicationId !== params.webhook) throw new ApiError(10015);
  // An interaction without an answer in time loses its token. An answered one keeps it for 15 minutes.
  const isOver = core.state.clock.ms() - interaction.createdAt > TOKEN_LIFE_MS;
  if (isOver || interaction.state !== 'answered') throw new ApiError(interaction.state === 'waiting' ? 10015 : 50027);
  return interaction;
}

export function interactionMessage(call: Call, interaction: Interaction): { message: Message; channel: Channel } {
  const { core, params } = call;
  const id = params.message === '@original' ? interaction.originalId : params.message;
  const channel = core.state.channels.get(interaction.channelId);
  const message = channel?.messages.get(id ?? '');
  const bot = core.state.applications.get(interaction.applicationId)?.botId;
  if (!channel || !message || message.authorId !== bot) throw new ApiError(10008);
  return { message, channel };
}

export function followUp(call: Call<HookDraft>): Reply {
  const { core, body } = call;
  const interaction = findInteraction(call);
  const channel = core.state.channels.get(interaction?.channelId ?? '');
  const application = core.state.applications.get(interaction?.applicationId ?? '');
  if (!interaction || !channel || !application) throw new ApiError(10015);
  checkMessage(body, { hasFiles: call.uploads.length > 0 });
  const attachments = storeUploads(core, { channelId: channel.id, uploads: call.uploads, described: body.attachments });
  const original = channel.messages.get(interaction.originalId ?? '');
  // The first follow-up after a deferred answer replaces "thinking…".
  if (original?.isLoading)
    return ok(messageWire(core.state, editMessage(core, original, { draft: body, attachments })));
  const isEphemeral = ((body.flags ?? 0) & Flag.EPHEMERAL) !== 0;
  const message = createMessage(core, {
    channel,
    authorId: application.botId,
    draft: body,
    attachments,
    mayMentionEveryone: true,
    parsesUsersOnly: true,
    applicationId: application.id,
    interaction: { ...originOf(interaction), originalId: interaction.originalId },
    visibleTo: isEphemeral ? interaction.userId : undefined,
  });
  return ok(messageWire(core.state, message));
}
