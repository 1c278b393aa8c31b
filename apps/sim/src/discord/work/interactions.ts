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
  readonly name: string | undefined;
  state: 'waiting' | 'answered' | 'failed';
  /** The message that answers it: `@original`. */
  originalId: string | undefined;
  modal: unknown;
  readonly settle: (answer: Answer) => void;
}

export interface Answer {
  readonly outcome: 'answered' | 'failed';
  readonly reason?: string;
  readonly type?: number;
  readonly messageId?: string | undefined;
  readonly modal?: unknown;
  readonly choices?: unknown;
}
