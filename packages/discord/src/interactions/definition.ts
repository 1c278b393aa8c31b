import type { TextKey } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { PermissionName } from '../permissions/index.ts';
import type { Answer } from './answers.ts';
import type { ComponentCall, MenuCall, ModalCall, SlashCall } from './call.ts';

/** The types of a command's options. `channel`, `role` and `user` arrive as ids. */
export const optionTypes = {
  text: 3,
  whole: 4,
  yesNo: 5,
  user: 6,
  channel: 7,
  role: 8,
  number: 10,
  attachment: 11,
} as const;

export interface Option {
  readonly name: string;
  readonly about: TextKey;
  readonly type: keyof typeof optionTypes;
  readonly isRequired?: boolean;
  readonly choices?: readonly { readonly value: string | number; readonly text: TextKey }[];
  readonly min?: number;
  readonly max?: number;
  /** Discord's numbers of channel types, for `channel`. */
  readonly channelTypes?: readonly number[];
  /** Suggestions while typing. Discord shows at most 25 and waits three seconds. */
  readonly complete?: (ctx: Ctx, typed: string, call: SlashCall) => Promise<readonly Choice[]>;
}

export interface Choice {
  readonly name: string;
  readonly value: string | number;
}

interface Runs<C> {
  /** The permissions that the person needs; the router checks them before `run`. Administrators have all. */
  readonly permissions?: readonly PermissionName[];
  /** Only the person sees the answer, even while it is still in progress. */
  readonly isPrivate?: boolean;
  readonly run: (ctx: Ctx, call: C) => Promise<Answer>;
}

/** Without its own `permissions` it needs those of its command. */
export interface Subcommand extends Runs<SlashCall> {
  /** `test`, or `panel leaderboard` for one inside a group. */
  readonly name: string;
  readonly about: TextKey;
  readonly options?: readonly Option[];
  /** Also works in direct messages. */
  readonly isInDms?: boolean;
}

interface Available {
  /**
   * Decides who sees the command by default, and who may run it. Empty: all members. A server can show a command to
   * more people, but only those with the same right in the dashboard can run it.
   */
  readonly permissions?: readonly PermissionName[];
  /** Also works in direct messages; otherwise only in servers. */
  readonly isInDms?: boolean;
}

/**
 * A slash command: it runs itself or has subcommands. Several features may add subcommands to the same command. Each
 * defines the command with its own part, and `mergeCommands` combines them.
 */
export type SlashCommand = Available & {
  readonly kind: 'slash';
  readonly name: string;
  readonly about: TextKey;
} & (
    | ({ readonly options?: readonly Option[]; readonly subcommands?: undefined } & Runs<SlashCall>)
    | { readonly subcommands: readonly Subcommand[] }
  );

/** An entry in the context menu of a message or a user. Its name is text that people read. */
export interface MenuCommand extends Available, Runs<MenuCall> {
  readonly kind: 'messageMenu' | 'userMenu';
  readonly name: TextKey;
}

/** A button, select or modal of ours. Its custom id is `customId(id, …args)`. */
export interface Component extends Runs<ComponentCall> {
  readonly kind: 'component';
  readonly id: string;
}

export interface Modal extends Runs<ModalCall> {
  readonly kind: 'modal';
  readonly id: string;
}

export type CommandPart = SlashCommand | MenuCommand | Component | Modal;

export const defineCommand = <const C extends CommandPart>(command: C): C => command;

const MAX_CUSTOM_ID = 100;

/** The id that comes back when the button is pressed: the part of the feature, and its arguments. */
export function customId(id: string, ...args: readonly string[]): string {
  const text = customIdIfShort(id, ...args);
  if (text === null) throw new Error(`The custom id ${id} with its arguments is too long`);
  return text;
}

/** For arguments that people typed. Null: they do not fit into a button's id. */
export function customIdIfShort(id: string, ...args: readonly string[]): string | null {
  const text = [id, ...args.map((arg) => encodeURIComponent(arg.toWellFormed()))].join(':');
  return text.length > MAX_CUSTOM_ID ? null : text;
}

export function readCustomId(text: string): { id: string; args: string[] } | null {
  const [id = '', ...rest] = text.split(':');
  try {
    return { id, args: rest.map(decodeURIComponent) };
  } catch {
    // We did not make this id, because a percent sign in it encodes nothing.
    return null;
  }
}
