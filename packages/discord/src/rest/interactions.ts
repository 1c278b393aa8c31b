import type { ServerId } from '@tally/contract';
import type { MessagePayload } from '@tally/message/discord';
import { z } from 'zod';
import { type FileToSend, nothing, type Send } from './call.ts';
import { Application, Command, GatewayInfo, Message, RoleConnectionRecord, User } from './external/index.ts';

/** An interaction is answered with its own token, which is valid for 15 minutes. */
export interface InteractionKey {
  readonly id: string;
  readonly token: string;
}

const commandsOf = (applicationId: string, serverId: ServerId | undefined): `/${string}` =>
  serverId ? `/applications/${applicationId}/guilds/${serverId}/commands` : `/applications/${applicationId}/commands`;

export const interactionCalls = (send: Send, applicationId: string) => ({
  /** `type` and `data` are in Discord's own form (see `interactions/answers.ts`). */
  respond: (interaction: InteractionKey, body: { type: number; data?: unknown }) =>
    send({
      name: 'interactions.respond',
      method: 'POST',
      path: `/interactions/${interaction.id}/${interaction.token}/callback`,
      as: 'nobody',
      body,
      answer: nothing,
    }),

  edit: (interaction: InteractionKey, payload: Partial<MessagePayload>, files?: readonly FileToSend[]) =>
    send({
      name: 'interactions.edit',
      method: 'PATCH',
      path: `/webhooks/${applicationId}/${interaction.token}/messages/@original`,
      as: 'nobody',
      body: payload,
      answer: Message,
      ...(files ? { files } : {}),
    }),

  follow: (interaction: InteractionKey, payload: MessagePayload, files?: readonly FileToSend[]) =>
    send({
      name: 'interactions.follow',
      method: 'POST',
      path: `/webhooks/${applicationId}/${interaction.token}`,
      as: 'nobody',
      body: payload,
      answer: Message,
      ...(files ? { files } : {}),
    }),

  delete: (interaction: InteractionKey) =>
    send({
      name: 'interactions.delete',
      method: 'DELETE',
      path: `/webhooks/${applicationId}/${interaction.token}/messages/@original`,
      as: 'nobody',
      answer: nothing,
    }),

  /** Lists the registered commands without their translations. */
  listCommands: (serverId?: ServerId) =>
    send({
      name: 'interactions.listCommands',
      method: 'GET',
      path: commandsOf(applicationId, serverId),
      answer: z.array(Command),
    }),

  /** Replaces all commands, so unlisted ones are deleted. Without a server, replaces the global commands. */
  overwriteCommands: (commands: readonly unknown[], serverId?: ServerId) =>
    send({
      name: 'interactions.overwriteCommands',
      method: 'PUT',
      path: commandsOf(applicationId, serverId),
      body: commands,
      answer: z.array(Command),
    }),
});

export const botCalls = (send: Send, applicationId: string) => ({
  me: () => send({ name: 'bot.me', method: 'GET', path: '/users/@me', answer: User }),
  application: () => send({ name: 'bot.application', method: 'GET', path: '/applications/@me', answer: Application }),

  /** Lists the facts about people that servers may require in Discord's own linked roles. */
  roleConnectionRecords: () =>
    send({
      name: 'bot.roleConnectionRecords',
      method: 'GET',
      path: `/applications/${applicationId}/role-connections/metadata`,
      answer: z.array(RoleConnectionRecord),
    }),

  /** Discord allows at most five records. */
  setRoleConnectionRecords: (records: readonly unknown[]) =>
    send({
      name: 'bot.setRoleConnectionRecords',
      method: 'PUT',
      path: `/applications/${applicationId}/role-connections/metadata`,
      body: records,
      answer: nothing,
    }),

  /** Sets the page to which Discord sends people who want a linked role that uses our facts. */
  setVerificationUrl: (url: string) =>
    send({
      name: 'bot.setVerificationUrl',
      method: 'PATCH',
      path: '/applications/@me',
      body: { role_connections_verification_url: url },
      answer: Application,
    }),

  /** Sets where Discord sends interactions. Null selects the gateway. Discord tests the URL before it accepts it. */
  setEndpoint: (url: string | null) =>
    send({
      name: 'bot.setEndpoint',
      method: 'PATCH',
      path: '/applications/@me',
      body: { interactions_endpoint_url: url },
      answer: Application,
    }),

  gateway: () => send({ name: 'bot.gateway', method: 'GET', path: '/gateway/bot', answer: GatewayInfo }),
});
