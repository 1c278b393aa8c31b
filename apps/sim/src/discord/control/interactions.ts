import { z } from 'zod';
import { type Control, ControlError } from '../../world.ts';
import type { Core } from '../discord.ts';
import { commandsOf } from '../rest/commands.ts';
import { mustFit, type Option } from '../rules/options.ts';
import { permissionsOf } from '../rules/permissions.ts';
import { isRecord } from '../rules/schema.ts';
import type { Application, Command, Message } from '../state/types.ts';
import { channelWire, memberWithoutUser, messageWire, roleWire, userWire } from '../state/wire.ts';
import { interact, type Outcome } from '../work/interact.ts';
import { action, channelOf, Id, messageOf, userOf } from './ask.ts';
import { mustSee, shown } from './talk.ts';

const Press = z.object({ channel_id: Id, message_id: Id, user_id: Id, custom_id: z.string() });
const Select = Press.extend({ values: z.array(z.string()).max(25) });
const Value = z.union([z.string(), z.number(), z.boolean()]);
const Run = z.object({
  channel_id: Id,
  user_id: Id,
  name: z.string(),
  application_id: Id.optional(),
  group: z.string().optional(),
  subcommand: z.string().optional(),
  options: z.record(z.string(), Value).default({}),
  target_id: Id.optional(),
  /** Sends what a client with an outdated definition of the command would send, without checking options. */
  is_stale: z.boolean().default(false),
});
const Submit = z.object({
  interaction_id: Id,
  fields: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])).default({}),
});

/** Creates the actions of a person on an application. */
export const interactionControls = (core: Core): Record<string, Control> => ({
  press: action(Press, (asked) => useComponent(core, asked, {})),
  select: action(Select, ({ values, ...asked }) => useComponent(core, asked, { values })),
  command: action(Run, async (asked) =>
    told(core, asked.channel_id, await runCommand(core, asked, { isTyping: false })),
  ),
  autocomplete: action(Run.extend({ focused: z.string() }), async (asked) => {
    const outcome = await runCommand(core, asked, { isTyping: true, focused: asked.focused });
    return { outcome: outcome.outcome, choices: outcome.choices ?? [] };
  }),
  submit: action(Submit, (asked) => submitModal(core, asked)),
});

function told(core: Core, channelId: string, outcome: Outcome): Record<string, unknown> {
  const message = core.state.channels.get(channelId)?.messages.get(outcome.messageId ?? '');
  return {
    interaction_id: outcome.interactionId,
    outcome: outcome.outcome,
    ...(outcome.reason ? { reason: outcome.reason } : {}),
    ...(outcome.type === undefined ? {} : { type: outcome.type }),
    ...(outcome.modal ? { modal: outcome.modal } : {}),
    ...(message ? { message: shown(core, message) } : {}),
  };
}

interface Component {
  readonly type: number;
  readonly id?: number;
  readonly custom_id: string;
  readonly disabled?: boolean;
}

function findComponent(node: unknown, customId: string): Component | undefined {
  if (Array.isArray(node)) {
    for (const child of node) {
      const found = findComponent(child, customId);
      if (found) return found;
    }
    return undefined;
  }
  if (!isRecord(node)) return undefined;
  if (node.custom_id === customId) return node as unknown as Component;
  return (
    findComponent(node.components, customId) ??
    findComponent(node.accessory, customId) ??
    findComponent(node.component, customId)
  );
}

/** Returns the application that wrote a message, with its bot or its own webhook. */
function applicationBehind(core: Core, message: Message): Application {
  const application =
    core.state.applications.get(message.applicationId ?? '') ??
    [...core.state.applications.values()].find((candidate) => candidate.botId === message.authorId);
  if (!application) throw new ControlError(409, 'This message belongs to no application');
  return application;
}

async function useComponent(core: Core, asked: z.output<typeof Press>, more: { values?: string[] }): Promise<unknown> {
  const channel = channelOf(core, asked.channel_id);
  const message = messageOf(core, asked.channel_id, asked.message_id);
  const user = userOf(core, asked.user_id);
  mustSee(core, channel, user, 'VIEW_CHANNEL');
  if (message.visibleTo !== undefined && message.visibleTo !== user.id)
    throw new ControlError(403, 'Only one person sees this message');
  const component = findComponent(message.components, asked.custom_id);
  if (!component) throw new ControlError(404, `The message has no component ${asked.custom_id}`);
  if (component.disabled) throw new ControlError(409, 'This component is disabled');
  const outcome = await interact(core, {
    application: applicationBehind(core, message),
    channel,
    user,
    type: 3,
    messageId: message.id,
    data: {
      id: component.id ?? 1,
      custom_id: component.custom_id,
      component_type: component.type,
      ...(more.values ? { values: more.values, resolved: resolve(core, channel.guildId, more.values) } : {}),
    },
  });
  return told(core, channel.id, outcome);
}

/** Returns people, roles and channels by id, in the form that Discord sends along. */
function resolve(core: Core, guildId: string | undefined, ids: readonly string[]): Record<string, unknown> {
  const guild = core.state.guilds.get(guildId ?? '');
  const pick = <Thing>(find: (id: string) => Thing | undefined) => {
    const found = ids.flatMap((id) => {
      const thing = find(id);
      return thing === undefined ? [] : [[id, thing] as const];
    });
    return found.length > 0 ? Object.fromEntries(found) : undefined;
  };
  const users = pick((id) => core.state.users.get(id));
  const members = pick((id) => guild?.members.get(id));
  const roles = pick((id) => guild?.roles.get(id));
  const channels = pick((id) => guild?.channels.get(id));
  const mapped = <Thing>(things: Record<string, Thing> | undefined, wire: (thing: Thing) => unknown) =>
    things && Object.fromEntries(Object.entries(things).map(([id, thing]) => [id, wire(thing)]));
  return {
    ...(users ? { users: mapped(users, userWire) } : {}),
    ...(members ? { members: mapped(members, (member) => ({ ...memberWithoutUser(member), permissions: '0' })) } : {}),
    ...(roles ? { roles: mapped(roles, roleWire) } : {}),
    ...(channels ? { channels: mapped(channels, (channel) => channelWire(core.state, channel)) } : {}),
  };
}

function findCommand(
  core: Core,
  asked: z.output<typeof Run>,
  guildId: string | undefined,
): { command: Command; application: Application } {
  for (const application of core.state.applications.values()) {
    if (asked.application_id && application.id !== asked.application_id) continue;
    const all = [
      ...(guildId === undefined ? [] : commandsOf(core, application.id, guildId)),
      ...commandsOf(core, application.id),
    ];
    const command = all.find((candidate) => candidate.name === asked.name);
    if (command) return { command, application };
  }
  throw new ControlError(404, `There is no command ${asked.name}`);
}

async function runCommand(
  core: Core,
  asked: z.output<typeof Run>,
  mode: { isTyping: boolean; focused?: string },
): Promise<Outcome> {
  const channel = channelOf(core, asked.channel_id);
  const user = userOf(core, asked.user_id);
  mustSee(core, channel, user, 'VIEW_CHANNEL');
  const { command, application } = findCommand(core, asked, channel.guildId);
  const guild = core.state.guilds.get(channel.guildId ?? '');
  const needed = command.default_member_permissions;
  const held = permissionsOf(core.state, { guild, channel, userId: user.id });
  if (
    needed !== null &&
    guild &&
    (needed === '0' ? held !== (1n << 53n) - 1n : (held & BigInt(needed)) !== BigInt(needed))
  ) {
    throw new ControlError(403, `${user.username} may not use /${command.name} here`);
  }
  const ids = [
    ...Object.values(asked.options).filter((value) => typeof value === 'string'),
    ...(asked.target_id ? [asked.target_id] : []),
  ];
  const resolved = resolve(core, channel.guildId, ids);
  const target = asked.target_id ? channel.messages.get(asked.target_id) : undefined;
  if (command.type === 3 && !target) throw new ControlError(404, 'There is no such message to use this menu on');
  const data = {
    id: command.id,
    name: command.name,
    type: command.type,
    ...(command.guild_id ? { guild_id: command.guild_id } : {}),
    ...(command.type === 1 ? { options: optionsFor(command, asked, mode) } : { target_id: asked.target_id }),
    resolved: target ? { messages: { [target.id]: messageWire(core.state, target) } } : resolved,
  };
  const name = [command.name, asked.group, asked.subcommand].filter(Boolean).join(' ');
  const used = { name, isMenu: command.type !== 1 };
  return interact(core, { application, channel, user, type: mode.isTyping ? 4 : 2, data, command: used });
}

/** Nests the values by group and subcommand, with the types that the command declared. */
function optionsFor(command: Command, asked: z.output<typeof Run>, mode: { focused?: string }): unknown[] {
  const path = [asked.group, asked.subcommand].filter((name) => name !== undefined);
  let declared = command.options as readonly Option[];
  const wrappers: Option[] = [];
  for (const name of path) {
    const step = declared.find((option) => option.name === name);
    if (!step) throw new ControlError(404, `/${command.name} has no ${name}`);
    wrappers.push(step);
    declared = step.options ?? [];
  }
  if (!asked.is_stale) mustFit(declared, asked.options, mode.focused);
  const values = Object.entries(asked.options).map(([name, value]) => {
    const option = declared.find((candidate) => candidate.name === name);
    if (!option) throw new ControlError(404, `/${command.name} has no option ${name}`);
    return { name, type: option.type, value, ...(mode.focused === name ? { focused: true } : {}) };
  });
  return wrappers.reduceRight<unknown[]>(
    (inside, step) => [{ name: step.name, type: step.type, options: inside }],
    values,
  );
}

async function submitModal(core: Core, asked: z.output<typeof Submit>): Promise<unknown> {
  const opened = [...core.interactions.values()].find((candidate) => candidate.id === asked.interaction_id);
  if (!opened || !isRecord(opened.modal)) throw new ControlError(404, 'There is no open form of that interaction');
  const application = core.state.applications.get(opened.applicationId);
  if (!application) throw new ControlError(404, 'There is no such application');
  const outcome = await interact(core, {
    application,
    channel: channelOf(core, opened.channelId),
    user: userOf(core, opened.userId),
    type: 5,
    messageId: opened.messageId,
    command: opened.command,
    openedBy: opened,
    data: { custom_id: opened.modal.custom_id, components: filled(opened.modal.components, asked.fields) },
  });
  return told(core, opened.channelId, outcome);
}

/** Returns the form's own components with the typed values. */
function filled(node: unknown, fields: Readonly<Record<string, string | boolean | string[]>>): unknown {
  if (Array.isArray(node)) return node.map((child: unknown) => filled(child, fields));
  if (!isRecord(node)) return node;
  const { type, id = 1, custom_id } = node;
  if (Array.isArray(node.components)) return { type, id, components: filled(node.components, fields) };
  if (isRecord(node.component)) return { type, id, component: filled(node.component, fields) };
  if (typeof custom_id !== 'string') return { type, id };
  const given = fields[custom_id];
  return Array.isArray(given) ? { type, id, custom_id, values: given } : { type, id, custom_id, value: given ?? '' };
}
