import type { Origin } from '../state/origin.ts';

/** One use of a button, menu, command or form. */
export interface Interaction {
  readonly id: string;
  readonly token: string;
  readonly applicationId: string;
  readonly type: number;
  readonly guildId: string | undefined;
  readonly channelId: string;
  readonly userId: string;
  readonly createdAt: number;
  /** The message that contains the component. */
  readonly messageId: string | undefined;
  /** The command at the start, with its subcommand. */
  readonly command: { readonly name: string; readonly isMenu: boolean } | undefined;
  /** The interaction that opened the submitted form. */
  readonly openedBy: Interaction | undefined;
  state: 'waiting' | 'answered' | 'failed';
  /** The message with the answer: `@original`. */
  originalId: string | undefined;
  modal: unknown;
  readonly settle: (answer: Answer) => void;
}

/** Returns the reference to an interaction for the message that answers it. */
export const originOf = (interaction: Interaction): Origin => ({
  id: interaction.id,
  type: interaction.type,
  userId: interaction.userId,
  name: interaction.command?.name,
  messageId: interaction.messageId,
  openedBy: interaction.openedBy && originOf(interaction.openedBy),
});

export interface Answer {
  readonly outcome: 'answered' | 'failed';
  readonly reason?: string;
  readonly type?: number;
  readonly messageId?: string | undefined;
  readonly modal?: unknown;
  readonly choices?: unknown;
}
