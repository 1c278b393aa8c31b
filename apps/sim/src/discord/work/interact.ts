import type { Core } from '../discord.ts';
import { permissionsOf } from '../rules/permissions.ts';
import { signWith } from '../seed/keys.ts';
import type { Application, Channel, User } from '../state/types.ts';
import { channelWire, memberWire, messageWire, userWire } from '../state/wire.ts';
import { ANSWER_WITHIN_MS, answerInteraction } from './answer.ts';
import type { Answer, Interaction } from './interactions.ts';

export interface Doing {
  readonly application: Application;
  readonly channel: Channel;
  readonly user: User;
  /** 2 is a command, 3 a component, 4 autocomplete, 5 a modal. */
  readonly type: 2 | 3 | 4 | 5;
  readonly data: Record<string, unknown>;
  readonly messageId?: string | undefined;
  readonly command?: Interaction['command'];
  readonly openedBy?: Interaction | undefined;
}

export interface Outcome extends Answer {
  readonly interactionId: string;
}

/** Makes a person use an application. Resolves when it has answered, or after three seconds without an answer. */
export function interact(core: Core, doing: Doing): Promise<Outcome> {
  const { state, shared } = core;
  return new Promise((resolve) => {
    const interaction: Interaction = {
      id: state.ids.next(),
      token: state.secret('interaction'),
      applicationId: doing.application.id,
      type: doing.type,
      guildId: doing.channel.guildId,
      channelId: doing.channel.id,
      userId: doing.user.id,
      createdAt: state.clock.ms(),
      messageId: doing.messageId,
      command: doing.command,
      openedBy: doing.openedBy,
      state: 'waiting',
      originalId: undefined,
      modal: undefined,
      settle(answer) {
        clearTimeout(timer);
        stopWatching();
        resolve({ ...answer, interactionId: interaction.id });
      },
    };
    const fail = (reason: string) => {
      if (interaction.state !== 'waiting') return;
      interaction.state = 'failed';
      shared.events.publish('discord', 'INTERACTION_FAILED', {
        interaction_id: interaction.id,
        user_id: doing.user.id,
        reason,
      });
      interaction.settle({ outcome: 'failed', reason });
    };
    const late = 'The application did not respond';
    // The timeout uses real time or the moved clock, whichever comes first.
    const timer = setTimeout(() => fail(late), ANSWER_WITHIN_MS);
    timer.unref();
    const stopWatching = shared.clock.whenMoved(() => {
      if (state.clock.ms() - interaction.createdAt > ANSWER_WITHIN_MS) fail(late);
    });
    core.interactions.set(interaction.token, interaction);
    const payload = payloadOf(core, doing, interaction);
    shared.events.publish('discord', 'INTERACTION_CREATE', { ...payload, token: undefined });
    if (doing.application.interactionsEndpointUrl) {
      post(core, doing.application, { interaction, payload }).catch((error: unknown) => fail(String(error)));
    } else {
      core.gateway.dispatch({
        type: 'INTERACTION_CREATE',
        guildId: doing.channel.guildId,
        intent: 0,
        data: payload,
        onlyTo: doing.application.botId,
        once: { done: false },
      });
    }
  });
}

/** https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object */
function payloadOf(core: Core, doing: Doing, interaction: Interaction): Record<string, unknown> {
  const { state } = core;
  const { channel, user, application } = doing;
  const guild = state.guilds.get(channel.guildId ?? '');
  const member = guild?.members.get(user.id);
  const message = channel.messages.get(doing.messageId ?? '');
  return {
    id: interaction.id,
    application_id: application.id,
    type: doing.type,
    data: doing.data,
    channel_id: channel.id,
    channel: channelWire(state, channel),
    token: interaction.token,
    version: 1,
    locale: user.locale,
    entitlements: [],
    attachment_size_limit: 10_485_760,
    app_permissions: `${permissionsOf(state, { guild, channel, userId: application.botId })}`,
    context: guild ? 0 : 1,
    authorizing_integration_owners: guild ? { 0: guild.id } : { 0: '0' },
    ...(message ? { message: messageWire(state, message, application.botId) } : {}),
    ...(guild && member
      ? {
          guild_id: guild.id,
          guild: { id: guild.id, locale: guild.preferred_locale, features: guild.features },
          guild_locale: guild.preferred_locale,
          member: {
            ...memberWire(member),
            permissions: `${permissionsOf(state, { guild, channel, userId: user.id })}`,
          },
        }
      : { user: userWire(user) }),
  };
}

/** Sends a signed call to the application's endpoint. The response body is the answer, unless the status is 202. */
async function post(
  core: Core,
  application: Application,
  sent: { interaction: Interaction; payload: unknown },
): Promise<void> {
  const response = await postSigned(core, application, { payload: sent.payload });
  if (response.status === 202) return;
  if (response.status !== 200) throw new Error(`The endpoint answered ${response.status}`);
  const body: unknown = JSON.parse(response.text);
  await answerInteraction(core, sent.interaction, { body, uploads: [] });
}

export async function postSigned(
  core: Core,
  application: Application,
  sent: { payload: unknown; isForged?: boolean },
): Promise<{ status: number; text: string }> {
  const body = JSON.stringify(sent.payload);
  const timestamp = `${Math.floor(core.state.clock.ms() / 1000)}`;
  const signature = signWith(application.privateKey, timestamp, body);
  const response = await fetch(application.interactionsEndpointUrl ?? '', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Discord-Interactions/1.0 (+https://discord.com)',
      'x-signature-timestamp': timestamp,
      'x-signature-ed25519': sent.isForged ? '0'.repeat(signature.length) : signature,
    },
    body,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  return { status: response.status, text: await response.text() };
}
