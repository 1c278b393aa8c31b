import type { Core } from '../discord.ts';
import { checkCommand } from '../rules/command.ts';
import { ApiError, formError } from '../rules/errors.ts';
import { isRecord } from '../rules/schema.ts';
import type { Command } from '../state/types.ts';
import { own } from './applications.ts';
import { type BotCall, botRoute, bucket, nothing, ok, type Reply, type Route } from './route.ts';

/** The maximum for each type: text commands, user menus, message menus. */
const MOST: Record<number, number> = { 1: 100, 2: 15, 3: 15, 4: 1 };
const limit = bucket('command', 5, 20);

const GLOBAL = '/applications/:application/commands';
const LOCAL = '/applications/:application/guilds/:guild/commands';

const basicRoutes = [GLOBAL, LOCAL].flatMap((base) => [
  botRoute(`GET ${base}`, { limit, major: 'guild' }, (call) => ok(listed(call).map((command) => shown(call, command)))),
  botRoute<unknown>(`PUT ${base}`, { body: { loose: true }, limit, major: 'guild' }, overwrite),
  botRoute<unknown>(`POST ${base}`, { body: { loose: true }, limit, major: 'guild' }, create),
  botRoute(`GET ${base}/:command`, { limit, major: 'guild' }, (call) => ok(find(call))),
  botRoute<unknown>(`PATCH ${base}/:command`, { body: { loose: true }, limit, major: 'guild' }, change),
  botRoute(`DELETE ${base}/:command`, { limit, major: 'guild' }, (call) => {
    call.core.state.commands.delete(find(call).id);
    return nothing;
  }),
]);

/** Server members set command permissions in the server's settings. None are set here. */
const permissionRoutes = [
  botRoute(`GET ${LOCAL}/permissions`, { limit, major: 'guild' }, (call) => {
    listed(call);
    return ok([]);
  }),
  botRoute(`GET ${LOCAL}/:command/permissions`, { limit, major: 'guild' }, (call) => {
    listed(call);
    throw new ApiError(10066);
  }),
];

export const commandRoutes: readonly Route[] = [...basicRoutes, ...permissionRoutes];

function listed(call: BotCall): Command[] {
  const application = own(call);
  const { guild } = call.params;
  if (guild !== undefined && !call.core.state.guilds.get(guild)?.members.has(call.user.id)) throw new ApiError(50001);
  return commandsOf(call.core, application.id, guild);
}

export const commandsOf = (core: Core, applicationId: string, guildId?: string): Command[] =>
  [...core.state.commands.values()].filter(
    (command) => command.application_id === applicationId && command.guild_id === guildId,
  );

/** Translations are returned only on request, as in Discord. */
function shown(call: BotCall, command: Command): unknown {
  if (call.query.get('with_localizations') === 'true') return command;
  const { name_localizations: _, description_localizations: __, ...rest } = command;
  return rest;
}

function find(call: BotCall): Command {
  const command = listed(call).find((candidate) => candidate.id === call.params.command);
  if (!command) throw new ApiError(10063);
  return command;
}

function build(call: BotCall, given: Record<string, unknown>, id: string): Command {
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
  const words = (value: unknown) => (isRecord(value) ? (value as Record<string, string>) : null);
  return {
    id,
    application_id: call.application.id,
    ...(call.params.guild === undefined ? {} : { guild_id: call.params.guild }),
    version: call.core.state.ids.next(),
    type: typeof given.type === 'number' ? given.type : 1,
    name: text(given.name, ''),
    name_localizations: words(given.name_localizations),
    description: text(given.description, ''),
    description_localizations: words(given.description_localizations),
    options: Array.isArray(given.options) ? given.options : [],
    default_member_permissions:
      given.default_member_permissions == null ? null : `${BigInt(given.default_member_permissions as string)}`,
    dm_permission: given.dm_permission !== false,
    nsfw: given.nsfw === true,
    contexts: Array.isArray(given.contexts) ? given.contexts : null,
    integration_types: Array.isArray(given.integration_types) ? given.integration_types : [0],
  };
}

/** Replaces the whole list. Commands missing from it are deleted. */
async function overwrite(call: BotCall): Promise<Reply> {
  if (!Array.isArray(call.body)) throw new ApiError(50035);
  const before = listed(call);
  const kept: Command[] = [];
  for (const [index, given] of call.body.entries()) {
    await checkCommand(given, [index]);
    if (!isRecord(given)) throw new ApiError(50035);
    const type = typeof given.type === 'number' ? given.type : 1;
    if (kept.some((other) => other.name === given.name && other.type === type)) {
      throw formError(
        [index, 'name'],
        'APPLICATION_COMMANDS_DUPLICATE_NAME',
        'Application command names must be unique',
      );
    }
    const old = before.find((other) => other.name === given.name && other.type === type);
    kept.push(build(call, given, old?.id ?? call.core.state.ids.next()));
  }
  checkCounts(kept);
  for (const command of before) call.core.state.commands.delete(command.id);
  for (const command of kept) call.core.state.commands.set(command.id, command);
  return ok(kept);
}

function checkCounts(commands: readonly Command[]): void {
  for (const [type, most] of Object.entries(MOST)) {
    const count = commands.filter((command) => command.type === Number(type)).length;
    if (count > most)
      throw formError(
        '_errors',
        'APPLICATION_COMMAND_TOO_MANY',
        `Maximum number of application commands reached (${most})`,
      );
  }
}

async function create(call: BotCall): Promise<Reply> {
  const before = listed(call);
  await checkCommand(call.body, []);
  if (!isRecord(call.body)) throw new ApiError(50035);
  const { name, type = 1 } = call.body;
  const old = before.find((other) => other.name === name && other.type === type);
  const command = build(call, call.body, old?.id ?? call.core.state.ids.next());
  checkCounts([...before.filter((other) => other !== old), command]);
  call.core.state.commands.set(command.id, command);
  return { status: old ? 200 : 201, body: command };
}

async function change(call: BotCall): Promise<Reply> {
  const before = find(call);
  if (!isRecord(call.body)) throw new ApiError(50035);
  const { id, application_id: _, version: __, guild_id: ___, ...fields } = before;
  const wanted: Record<string, unknown> = { ...fields, ...call.body };
  await checkCommand(wanted, []);
  const command = build(call, wanted, id);
  call.core.state.commands.set(id, command);
  return ok(command);
}
