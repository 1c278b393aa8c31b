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
  /** The message that carries the component. */
  readonly messageId: string | undefined;
  /** Of the command that began it, with its subcommand. */
  readonly command: { readonly name: string; readonly isMenu: boolean } | undefined;
  /** What opened the form that this interaction submits. */
  readonly openedBy: Interaction | undefined;
  state: 'waiting' | 'answered' | 'failed';
  /** The message that answers it: `@original`. */
  originalId: string | undefined;
  modal: unknown;
  readonly settle: (answer: Answer) => void;
}

/** What a message that answers an interaction says about it. */
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
