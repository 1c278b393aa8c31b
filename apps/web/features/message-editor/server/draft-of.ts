import { messageLimits } from '@tally/contract/message-editor/bodies';
import type { GuildInfo, GuildSettings } from '@tally/contract/servers/calls';
import { NO_RECORD } from '@tally/contract/wire/record-version';
import type { Stored } from '../../../lib/drafts/record-draft.ts';
import { type EditedMessage, toEdited } from '../editor/body.ts';
import type { ServerMessageType } from './groups.ts';

/** A server's custom texts for one kind of message. */
export interface ServerMessageDraft {
  /** The custom message; null for the standard message. */
  readonly message: EditedMessage | null;
  readonly variants: readonly string[];
}

export function draftOf(
  server: Pick<GuildSettings, 'messages' | 'randomMessages'>,
  type: ServerMessageType,
): ServerMessageDraft {
  const own = server.messages.find((each) => each.type === type);
  return {
    message: own ? toEdited(own) : null,
    variants: server.randomMessages.find((each) => each.type === type)?.messages ?? [],
  };
}

/** The message and its variants are separate records, each with its own version. */
export type ServerMessageVersions = Readonly<Record<keyof ServerMessageDraft, string>>;

export const storedMessage = (
  server: Pick<GuildInfo, 'messages' | 'randomMessages'>,
  type: ServerMessageType,
): Stored<ServerMessageDraft, ServerMessageVersions> => ({
  value: draftOf(server, type),
  version: {
    message: server.messages.find((each) => each.type === type)?.version ?? NO_RECORD,
    variants: server.randomMessages.find((each) => each.type === type)?.version ?? NO_RECORD,
  },
});

export type VariantProblem = 'empty' | 'long';

export function variantProblem(text: string): VariantProblem | null {
  if (text.trim() === '') return 'empty';
  return text.length > messageLimits.content ? 'long' : null;
}

export const isServerMessageDraft = (value: unknown): value is ServerMessageDraft =>
  typeof value === 'object' &&
  value !== null &&
  'message' in value &&
  'variants' in value &&
  Array.isArray(value.variants);
