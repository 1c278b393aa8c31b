import { ChannelId, MessageId, type RoleId, ServerId, type UserId } from '@tally/contract';
import { z } from 'zod';
import { Member, Message, permissionSet, snowflake, User } from '../rest/external/index.ts';
import { readCustomId } from './definition.ts';

/** The person, place and content of an interaction. */
export interface Call {
  readonly id: string;
  readonly token: string;
  readonly userId: UserId;
  readonly user: User;
  /** Null in direct messages. */
  readonly serverId: ServerId | null;
  readonly channelId: ChannelId | null;
  readonly roleIds: readonly RoleId[];
  /** Null in direct messages, as are the next fields. */
  readonly joinedAt: Date | null;
  readonly boostingSince: Date | null;
  /** The permissions of the person and of the bot in this channel. */
  readonly permissions: bigint;
  readonly appPermissions: bigint;
  /** Discord's code for the person's language. */
  readonly locale: string;
}

export interface SlashCall extends Call {
  readonly options: Readonly<Record<string, string | number | boolean>>;
}

export interface MenuCall extends Call {
  readonly targetId: string;
  /** The message of a message menu. Its content is available here without the privileged intent. */
  readonly message: SeenMessage | null;
}

export interface ComponentCall extends Call {
  readonly args: readonly string[];
  /** The options chosen in a select. */
  readonly values: readonly string[];
  readonly message: SeenMessage | null;
}

export interface ModalCall extends Call {
  readonly args: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Makes typed text safe for our database: no NUL and no unpaired surrogate. Discord's longest option has 6000
 * characters, but text sent while typing has no limit.
 */
const typed = z.string().transform((text) => text.slice(0, 6000).replaceAll('\0', '').toWellFormed());

const SeenMessage = z
  .looseObject({ id: MessageId, channel_id: ChannelId, content: z.string().default(''), author: User.optional() })
  .transform(({ id, channel_id, content, author, ...rest }) => ({
    id,
    channelId: channel_id,
    content,
    author: author ?? null,
    /** The message with its images and embeds. Null if Discord sent only part of it. */
    whole: wholeOf({ ...rest, id, channel_id, content }, author ?? null),
  }));

function wholeOf(raw: object, author: User | null): Message | null {
  const { data } = Message.safeParse(raw);
  return data ? { ...data, author } : null;
}
export type SeenMessage = z.output<typeof SeenMessage>;

interface RawOption {
  readonly name: string;
  readonly type: number;
  readonly value?: string | number | boolean | undefined;
  readonly focused?: boolean | undefined;
  readonly options?: readonly RawOption[] | undefined;
}
const RawOption: z.ZodType<RawOption> = z.object({
  name: z.string(),
  type: z.number(),
  value: z.union([typed, z.number(), z.boolean()]).optional(),
  focused: z.boolean().optional(),
  get options() {
    return z.array(RawOption).optional();
  },
});

const Data = z.object({
  name: z.string().default(''),
  type: z.number().default(1),
  options: z.array(RawOption).default([]),
  custom_id: z.string().default(''),
  values: z.array(typed).default([]),
  target_id: snowflake.nullish(),
  resolved: z.object({ messages: z.record(z.string(), SeenMessage).default({}) }).default({ messages: {} }),
  components: z
    .array(z.object({ components: z.array(z.object({ custom_id: z.string(), value: typed.default('') })).default([]) }))
    .default([]),
});

const Interaction = z.object({
  id: snowflake,
  token: z.string().min(1),
  type: z.number().int(),
  guild_id: ServerId.optional(),
  channel_id: ChannelId.nullish(),
  member: z
    .unknown()
    .optional()
    .transform((member) => (member === undefined ? null : member)),
  user: User.optional(),
  locale: z.string().default('en-US'),
  app_permissions: permissionSet.default(0n),
  message: SeenMessage.optional().catch(undefined),
  data: Data.default(Data.parse({})),
});

const interactionTypes = { 1: 'ping', 2: 'command', 3: 'component', 4: 'complete', 5: 'modal' } as const;

export type ReadInteraction =
  | { readonly kind: 'ping' }
  | { readonly kind: 'slash'; readonly path: string; readonly call: SlashCall }
  | { readonly kind: 'messageMenu' | 'userMenu'; readonly name: string; readonly call: MenuCall }
  | {
      readonly kind: 'complete';
      readonly path: string;
      readonly focused: string;
      readonly typed: string;
      readonly call: SlashCall;
    }
  | { readonly kind: 'component'; readonly id: string; readonly call: ComponentCall }
  | { readonly kind: 'modal'; readonly id: string; readonly call: ModalCall };

/** Returns null for unknown kinds. Throws a ZodError for data that is not an interaction. */
export function readInteraction(raw: unknown): ReadInteraction | null {
  const interaction = Interaction.parse(raw);
  const type = (interactionTypes as Readonly<Record<number, string>>)[interaction.type];
  if (type === 'ping') return { kind: 'ping' };
  const call = readCall(interaction);
  const { data, message } = interaction;
  if (!call) return null;
  switch (type ?? 'unknown') {
    case 'command':
      return readCommand(data, call);
    case 'complete': {
      const { path, options } = flatten(data);
      const focused = options.find((option) => option.focused);
      const typed = String(focused?.value ?? '');
      return focused
        ? { kind: 'complete', path, focused: focused.name, typed, call: { ...call, options: valuesOf(options) } }
        : null;
    }
    case 'component': {
      const made = readCustomId(data.custom_id);
      return (
        made && {
          kind: 'component',
          id: made.id,
          call: { ...call, args: made.args, values: data.values, message: message ?? null },
        }
      );
    }
    case 'modal': {
      const made = readCustomId(data.custom_id);
      const fields = data.components.flatMap((row) =>
        row.components.map((field) => [field.custom_id, field.value] as const),
      );
      return (
        made && { kind: 'modal', id: made.id, call: { ...call, args: made.args, fields: Object.fromEntries(fields) } }
      );
    }
    default:
      return null;
  }
}

function readCommand(data: z.output<typeof Data>, call: Call): ReadInteraction {
  if (data.type === 1) {
    const { path, options } = flatten(data);
    return { kind: 'slash', path, call: { ...call, options: valuesOf(options) } };
  }
  const targetId = data.target_id ?? '';
  const message = data.resolved.messages[targetId] ?? null;
  return { kind: data.type === 3 ? 'messageMenu' : 'userMenu', name: data.name, call: { ...call, targetId, message } };
}

function readCall(interaction: z.output<typeof Interaction>): Call | null {
  const member = interaction.member === null ? null : Member.parse(interaction.member);
  const rights = z.object({ permissions: permissionSet.default(0n) }).safeParse(interaction.member);
  const user = member?.user ?? interaction.user;
  if (!user) return null;
  return {
    id: interaction.id,
    token: interaction.token,
    userId: user.id,
    user,
    serverId: interaction.guild_id ?? null,
    channelId: interaction.channel_id ?? null,
    roleIds: member?.roleIds ?? [],
    joinedAt: member?.joinedAt ?? null,
    boostingSince: member?.boostingSince ?? null,
    permissions: rights.data?.permissions ?? 0n,
    appPermissions: interaction.app_permissions,
    locale: interaction.locale,
  };
}

/** `/setup test` arrives as an option inside an option, and its path is `setup test`. */
function flatten(data: { name: string; options: readonly RawOption[] }): {
  path: string;
  options: readonly RawOption[];
} {
  const words = [data.name];
  let options = data.options;
  for (let depth = 0; depth < 2; depth += 1) {
    const inner = options[0];
    if (!inner || (inner.type !== 1 && inner.type !== 2)) break;
    words.push(inner.name);
    options = inner.options ?? [];
  }
  return { path: words.join(' '), options };
}

const valuesOf = (options: readonly RawOption[]): Record<string, string | number | boolean> =>
  Object.fromEntries(options.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));
