import { type EditedEmbed, type EditedMessage, emptyEmbed } from '../editor/body.ts';

/** A message to start from; null for the standard message. */
export interface Start<S extends object> {
  readonly name: string;
  readonly message: EditedMessage | null;
  /** The settings that this start also changes. */
  readonly settings: Partial<S>;
}

export const textStart = (content: string, embed: Partial<EditedEmbed> | null = null): EditedMessage => ({
  content,
  embed: embed && { ...emptyEmbed, ...embed },
  buttons: [],
  webhook: null,
});
