import type { TextKey } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { PermissionName } from '../permissions/index.ts';
import type { Answer } from './answers.ts';
import type { ComponentCall, MenuCall, ModalCall, SlashCall } from './call.ts';

/** The types of a command's options. `channel`, `role` and `user` are ids. */
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
  /** The channel types that a `channel` option accepts, as Discord's numbers. */
  readonly channelTypes?: readonly number[];
  /** Returns suggestions while the person types. Discord shows at most 25 and waits three seconds. */
  readonly complete?: (ctx: Ctx, typed: string, call: SlashCall) => Promise<readonly Choice[]>;
}

export interface Choice {
  readonly name: string;
  readonly value: string | number;
}

interface Runs<C> {
  /** The permissions that the person needs. The router checks them before `run`. Administrators have all of them. */
  readonly permissions?: readonly PermissionName[];
  /** If true, only the person sees the answer, even while it is in progress. */
  readonly isPrivate?: boolean;
  readonly run: (ctx: Ctx, call: C) => Promise<Answer>;
}

/** A subcommand without `permissions` needs those of its command. */
export interface Subcommand extends Runs<SlashCall> {
  /** The name, such as `test`, or `panel leaderboard` for a subcommand of a group. */
  readonly name: string;
  readonly about: TextKey;
  readonly options?: readonly Option[];
  /** True if it also works in direct messages. */
  readonly isInDms?: boolean;
}

interface Available {
  /**
   * Decides who sees the command by default, and who may run it. Empty allows all members. A server can show a command
   * to more people, but only those with the same right in the dashboard can run it.
   */
  readonly permissions?: readonly PermissionName[];
  /** True if it also works in direct messages. Otherwise it works only in servers. */
  readonly isInDms?: boolean;
}

/**
 * A slash command that either runs itself or has subcommands. Several features may add subcommands to the same command.
 * Each defines the command with its own part, and `mergeCommands` combines them.
 */
export type SlashCommand = Available & {
  readonly kind: 'slash';
  readonly name: string;
  readonly about: TextKey;
} & (
    | ({ readonly options?: readonly Option[]; readonly subcommands?: undefined } & Runs<SlashCall>)
    | { readonly subcommands: readonly Subcommand[] }
  );

/** An entry in the context menu of a message or a user. People read its name. */
export interface MenuCommand extends Available, Runs<MenuCall> {
  readonly kind: 'messageMenu' | 'userMenu';
  readonly name: TextKey;
}

/** One of our buttons, selects or modals. Its custom id is `customId(id, …args)`. */
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

/** Returns the id that Discord sends back when the button is pressed: the part's id and its arguments. */
export function customId(id: string, ...args: readonly string[]): string {
  const text = customIdIfShort(id, ...args);
  if (text === null) throw new Error(`The custom id ${id} with its arguments is too long`);
  return text;
}

/** For arguments that people typed. Returns null if they do not fit into a button's id. */
export function customIdIfShort(id: string, ...args: readonly string[]): string | null {
  const text = [id, ...args.map((arg) => encodeURIComponent(arg.toWellFormed()))].join(':');
  return text.length > MAX_CUSTOM_ID ? null : text;
}

export function readCustomId(text: string): { id: string; args: string[] } | null {
  const [id = '', ...rest] = text.split(':');
  try {
    return { id, args: rest.map(decodeURIComponent) };
  } catch {
    // This id is not ours, because a percent sign in it encodes nothing.
    return null;
  }
}
