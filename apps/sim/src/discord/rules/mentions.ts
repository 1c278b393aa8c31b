import type { Guild, Pinged } from '../state/types.ts';
import { formError } from './errors.ts';

/** The allowed pings. https://docs.discord.com/developers/resources/message#allowed-mentions-object */
export interface AllowedMentions {
  readonly parse?: readonly (string | null)[] | null;
  readonly users?: readonly (string | null)[] | null;
  readonly roles?: readonly (string | null)[] | null;
  readonly replied_user?: boolean | null;
}

export interface Mentions {
  readonly everyone: boolean;
  readonly users: string[];
  readonly roles: string[];
  readonly pinged: Pinged;
}

const NONE: Mentions = {
  everyone: false,
  users: [],
  roles: [],
  pinged: { everyone: false, roles: [], users: [] },
};

export interface Writer {
  readonly guild: Guild | undefined;
  /** True if the sender has MENTION_EVERYONE in this channel. */
  readonly mayMentionEveryone: boolean;
  /** Webhooks and interaction answers ping only users by default. */
  readonly parsesUsersOnly: boolean;
  readonly repliedTo: string | undefined;
  readonly isSilent: boolean;
}

const TOKENS = /<@!?(\d+)>|<@&(\d+)>|@(everyone|here)/g;

/** Reads the mentions of a text and decides which of them notify. */
export function readMentions(text: string, allowed: AllowedMentions | null | undefined, writer: Writer): Mentions {
  if (allowed) checkAllowed(allowed);
  const replied = writer.repliedTo && allowed?.replied_user !== false ? writer.repliedTo : undefined;
  if (!text.includes('@') && !replied) return NONE;
  const parse = allowed
    ? new Set(allowed.parse ?? [])
    : new Set(writer.parsesUsersOnly ? ['users'] : ['users', 'roles', 'everyone']);
  const users = new Set<string>(replied ? [replied] : []);
  const roles = new Set<string>();
  let everyone = false;
  for (const [, user, role, all] of text.matchAll(TOKENS)) {
    if (user && (parse.has('users') || allowed?.users?.includes(user))) users.add(user);
    if (role && writer.guild?.roles.has(role) && (parse.has('roles') || allowed?.roles?.includes(role)))
      roles.add(role);
    if (all && parse.has('everyone') && writer.mayMentionEveryone) everyone = true;
  }
  const reached = [...roles].filter((id) => writer.mayMentionEveryone || writer.guild?.roles.get(id)?.mentionable);
  return {
    everyone,
    users: [...users],
    roles: [...roles],
    pinged: writer.isSilent
      ? { everyone: false, roles: [], users: [] }
      : { everyone, roles: reached, users: [...users].filter((id) => !writer.guild || writer.guild.members.has(id)) },
  };
}

/** `parse` and a list of the same kind exclude each other. */
function checkAllowed(allowed: AllowedMentions): void {
  for (const kind of ['users', 'roles'] as const) {
    if (allowed.parse?.includes(kind) && (allowed[kind]?.length ?? 0) > 0) {
      throw formError(
        'allowed_mentions',
        'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
        `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      );
    }
  }
}
