/** The use of a command, component or form that a message answers. */
export interface Origin {
  readonly id: string;
  readonly type: number;
  readonly userId: string;
  /** The command at the start, with its subcommand. */
  readonly name: string | undefined;
  /** The message that contains the component. */
  readonly messageId: string | undefined;
  /** The use that opened this form. */
  readonly openedBy: Origin | undefined;
  /** The id of the first answer, if this is a follow-up. */
  readonly originalId?: string | undefined;
}

interface Around {
  readonly user: object | undefined;
  readonly guildId: string | undefined;
}

/**
 * Only an answer without an existing message names the command. An answer to a component has a reference.
 * https://docs.discord.com/developers/resources/message#message-interaction-metadata-object
 */
export function originWire(origin: Origin, around: Around): Record<string, unknown> {
  const { id, type, name, messageId, originalId } = origin;
  const isFirst = messageId === undefined && originalId === undefined;
  return {
    interaction_metadata: metadataWire(origin, around),
    ...(isFirst && name !== undefined ? { interaction: { id, type, name, user: around.user } } : {}),
  };
}

const metadataWire = (origin: Origin, around: Around): Record<string, unknown> => ({
  id: origin.id,
  type: origin.type,
  user: around.user,
  authorizing_integration_owners: around.guildId ? { 0: around.guildId } : {},
  ...(origin.originalId === undefined ? {} : { original_response_message_id: origin.originalId }),
  ...contextOf(origin, around),
});

function contextOf({ openedBy, messageId }: Origin, around: Around): Record<string, unknown> {
  if (openedBy) return { triggering_interaction_metadata: metadataWire(openedBy, around) };
  return messageId === undefined ? {} : { interacted_message_id: messageId };
}
