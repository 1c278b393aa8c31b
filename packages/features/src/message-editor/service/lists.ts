import {
  type GuildMessageBody,
  type GuildMessageList,
  GuildMessageType,
  type MessageType,
  type PremiumFlag,
  type RandomMessage,
  type SingleMessageBody,
  SingleMessageType,
} from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { StoredBody } from '../tables.ts';
import { flagsOfMessage, refuseLineProblems, refuseProblems } from './check-message.ts';

export type ListItem = GuildMessageBody | RandomMessage | SingleMessageBody;

/** The differences between the lists. */
export interface ListRules<I extends ListItem> {
  /** The setting's name in `GuildInfo`. */
  readonly setting: 'messages' | 'randomMessages' | 'singleMessages';
  readonly types: readonly MessageType[];
  /** Refuses invalid items; `field` is the prefix of the field's name. */
  check(ctx: Ctx, item: I, field: string): void;
  flags(item: I): readonly PremiumFlag[];
  body(item: I): StoredBody;
  /** An empty item deletes the row. */
  isEmpty(item: I): boolean;
}

function withoutType(item: ListItem): StoredBody {
  const { type: _type, ...body } = item;
  return body;
}

export const customMessages: ListRules<GuildMessageBody> = {
  setting: 'messages',
  types: GuildMessageType.options,
  check: (ctx, { type, ...body }, field) => refuseProblems(ctx, { field, type, body }),
  flags: flagsOfMessage,
  body: withoutType,
  isEmpty: () => false,
};

export const randomMessages: ListRules<RandomMessage> = {
  setting: 'randomMessages',
  types: GuildMessageType.options,
  check(ctx, { type, messages }, field) {
    messages.forEach((content, place) => {
      refuseProblems(ctx, { field: `${field}.messages.${place}`, type, body: { content } });
    });
  },
  flags: () => [],
  body: ({ messages }) => ({ messages }),
  isEmpty: ({ messages }) => messages.length === 0,
};

export const singleMessages: ListRules<SingleMessageBody> = {
  setting: 'singleMessages',
  types: SingleMessageType.options,
  check: (ctx, { type, message, webhook }, field) =>
    refuseLineProblems(ctx, { field, type, body: { content: message, webhook } }),
  flags: ({ webhook }) => flagsOfMessage({ webhook }),
  body: withoutType,
  isEmpty: ({ message, webhook }) => !message && !webhook,
};

/** Returns the rules of a list. The list's name also decides the type of its items. */
export const rulesOf = (list: GuildMessageList): ListRules<ListItem> =>
  ({ customMessages, randomMessages, singleMessages })[list];
