import { type EditedEmbed, type EditedMessage, emptyEmbed } from '../editor/body.ts';

/** A message to start from. Null: the standard one. */
export interface Start<S extends object> {
  readonly name: string;
  readonly message: EditedMessage | null;
  /** Settings that belong to it. */
  readonly settings: Partial<S>;
}

export const textStart = (content: string, embed: Partial<EditedEmbed> | null = null): EditedMessage => ({
  content,
  embed: embed && { ...emptyEmbed, ...embed },
  buttons: [],
  webhook: null,
});
