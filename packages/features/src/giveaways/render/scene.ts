import type { GiveawayMessageType, RoleId, TextKey } from '@tally/contract';
import { say } from '@tally/kernel';
import type { MessagePayload, MessageTemplate } from '@tally/message/discord';
import type { ServerSummary } from '../../servers/index.ts';
import type { Terms } from '../match/terms.ts';
import type { DrawnRow, DrawRow, GiveawayRow } from '../tables.ts';

/** Each custom id of a button consists of this prefix and the giveaway's id. */
export const buttonIds = { enter: 'gw-enter', mine: 'gw-mine', claim: 'gw-claim', leave: 'gw-leave' } as const;

export interface GiveawayScene {
  readonly row: GiveawayRow;
  readonly terms: Terms;
  readonly draw: Omit<DrawRow, 'sheet'>;
  readonly drawn: readonly DrawnRow[];
  readonly looks: ServerSummary;
  readonly proofUrl: string;
  readonly now: Date;
  /** Returns the server's own text if it has one, or else ours. */
  templateOf(type: GiveawayMessageType): MessageTemplate;
}

/** A message and the name under which it is posted, or null for the bot's own name. */
export interface Written {
  readonly payload: MessagePayload;
  readonly identity: { readonly username?: string; readonly avatarUrl?: string } | null;
}

const stamp = (at: Date, style: 'R' | 'f'): string => `<t:${Math.floor(at.getTime() / 1000)}:${style}>`;
export const relative = (at: Date): string => stamp(at, 'R');
export const exact = (at: Date): string => stamp(at, 'f');

const MOST_ROLES = 20;
/** Shortens a list of roles, because as many as 250 would not fit into an answer. */
export const rolesOf = (ids: readonly RoleId[]): string =>
  [...ids.slice(0, MOST_ROLES).map((id) => `<@&${id}>`), ...(ids.length > MOST_ROLES ? ['…'] : [])].join(', ');

/** Shows only the key of a winner whose data was deleted. */
export const nameOf = ({ userId, key }: DrawnRow): string => (userId ? `<@${userId}>` : `\`${key.slice(0, 12)}\``);

export const tellIn =
  ({ looks }: Pick<GiveawayScene, 'looks'>) =>
  (key: TextKey, values: Record<string, string | number> = {}): string =>
    say(looks.locale, key, values);

/** True while people can enter, or while entry is paused or planned. */
export const isOpen = ({ state }: Pick<GiveawayRow, 'state'>): boolean => state === 'running' || state === 'paused';
