import { locales } from '@tally/contract';
import {
  type Answer,
  type CommandPart,
  defineCommand,
  linkButton,
  mergeCommands,
  type Option,
  pathIn,
  privateCard,
  privately,
  type SlashCall,
  type SlashCommand,
  whyNot,
} from '@tally/discord/interactions';
import { type Ctx, chooseLocale, say } from '@tally/kernel';
import { proposePages, showPages } from './handbook.ts';

/** Lists every command that the person may use here. It uses the registered commands, so none is missing. */
export const help = defineCommand({
  kind: 'slash',
  name: 'help',
  about: 'commands.help',
  isInDms: true,
  isPrivate: true,
  options: [
    {
      name: 'command',
      about: 'commands.optionCommand',
      type: 'text',
      max: 100,
      complete: async (ctx, words, call) => {
        const wanted = plain(words);
        const paths = listUsable(ctx, call).map(({ path }) => ({ name: `/${typed(call, path)}`, value: path }));
        const menus = usableMenus(ctx, call).map((name) => ({ name, value: name }));
        return [...paths, ...menus].filter(({ name, value }) => plain(name).includes(wanted) || value.includes(wanted));
      },
    },
    {
      name: 'topic',
      about: 'commands.optionTopic',
      type: 'text',
      max: 200,
      complete: async (ctx, typed) => await proposePages(ctx, typed),
    },
  ],
  run: show,
});

interface Usable {
  /** The command's name with its subcommand, such as `setup test`. */
  readonly path: string;
  readonly command: SlashCommand;
  readonly about: SlashCommand['about'];
  readonly options: readonly Option[];
}

const allParts = (ctx: Ctx): CommandPart[] => mergeCommands(ctx.features.flatMap((each) => each.commands ?? []));

function listUsable(ctx: Ctx, call: SlashCall): Usable[] {
  const slashes = allParts(ctx).filter((part) => part.kind === 'slash');
  const all = slashes.flatMap((command): (Usable & { rules: Parameters<typeof whyNot>[0] })[] => {
    const isInDms = command.isInDms ?? false;
    if (!command.subcommands) {
      const { name: path, about, options = [] } = command;
      return [{ path, command, about, options, rules: { ...command, isInDms } }];
    }
    return command.subcommands.map((each) => ({
      path: `${command.name} ${each.name}`,
      command,
      about: each.about,
      options: each.options ?? [],
      rules: each,
    }));
  });
  return all.filter(({ rules }) => !whyNot(rules, call)).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns the names of the message menus that the person may use. */
const usableMenus = (ctx: Ctx, call: SlashCall): string[] =>
  allParts(ctx).flatMap((part) =>
    part.kind === 'messageMenu' && !whyNot(part, call) ? [say(ctx.locale, part.name)] : [],
  );

const plain = (typed: string): string => typed.trim().replace(/^\//, '').toLowerCase();

async function show(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const topic = String(call.options['topic'] ?? '').trim();
  if (topic !== '') return await showPages(ctx, topic);
  const all = listUsable(ctx, call);
  const asked = plain(String(call.options['command'] ?? ''));
  if (asked === '') return overview(ctx, call, all);
  const found = named(all, asked);
  const [only] = found;
  if (only) return found.length === 1 ? detail(ctx, call, only) : details(ctx, found);
  const menu = usableMenus(ctx, call).find((name) => plain(name) === asked);
  return privately(menu ? inMenus(ctx, [menu]) : say(ctx.locale, 'commands.helpUnknown'));
}

/** Matches a whole command, the first word of several commands, or only the last word, in every language. */
function named(all: readonly Usable[], asked: string): readonly Usable[] {
  const ways: ((path: string) => boolean)[] = [
    (path) => path === asked,
    (path) => path.startsWith(`${asked} `),
    (path) => path.endsWith(` ${asked}`),
  ];
  for (const isIt of ways) {
    const found = all.filter(({ path }) => isIt(path) || locales.some((locale) => isIt(pathIn(locale, path))));
    if (found.length > 0) return found;
  }
  return [];
}

const inMenus = (ctx: Ctx, names: readonly string[]): string =>
  say(ctx.locale, 'commands.helpMenus', { names: new Intl.ListFormat(ctx.locale).format(names) });

/** Shows one line per command, with all its subcommands. */
function overview(ctx: Ctx, call: SlashCall, all: readonly Usable[]): Answer {
  const lines = [...Map.groupBy(all, ({ command }) => command.name).values()].map((parts) => {
    const [only] = parts;
    const about = only && parts.length === 1 ? only.about : parts[0]?.command.about;
    return `${parts.map(nameOf).join(' ')} · ${about ? say(ctx.locale, about) : ''}`;
  });
  const menus = usableMenus(ctx, call);
  return privateCard(
    {
      title: say(ctx.locale, 'commands.helpTitle', { name: ctx.config.SITE_NAME }),
      description: fitting([
        ...lines,
        '',
        ...(menus.length > 0 ? [inMenus(ctx, menus)] : []),
        say(ctx.locale, 'commands.helpMore'),
      ]),
    },
    [
      linkButton(say(ctx.locale, 'commands.openDashboard'), `${ctx.config.webUrl}/dashboard`),
      linkButton(say(ctx.locale, 'commands.helpAllPages'), `${ctx.config.webUrl}/docs`),
      linkButton(say(ctx.locale, 'commands.supportButton'), `${ctx.config.webUrl}/support`),
    ],
  );
}

/** Shows one line each for several commands that share a name. */
function details(ctx: Ctx, found: readonly Usable[]): Answer {
  const lines = found.map((each) => `${nameOf(each)} · ${say(ctx.locale, each.about)}`);
  return privateCard({
    title: say(ctx.locale, 'commands.helpTitle', { name: ctx.config.SITE_NAME }),
    description: fitting(lines),
  });
}

/** Uses the person's own Discord language, even if the answers use another one. */
const typed = (call: SlashCall, path: string): string => pathIn(chooseLocale(call.locale), path);

/** The router turns this text into a link. */
const nameOf = ({ path }: Usable): string => `\`/${path}\``;

function detail(ctx: Ctx, call: SlashCall, usable: Usable): Answer {
  const { about, options } = usable;
  const lines = options.map((option) => {
    const optional = option.isRequired ? '' : ` (${say(ctx.locale, 'commands.helpOptional')})`;
    return `\`${typed(call, option.name)}\`${optional} · ${say(ctx.locale, option.about)}`;
  });
  return privateCard({
    description: fitting([nameOf(usable), say(ctx.locale, about), '', ...lines]),
  });
}

/**
 * An embed may have 4096 characters: https://docs.discord.com/developers/resources/message#embed-object-embed-limits
 */
const fitting = (lines: readonly string[]): string => lines.join('\n').slice(0, 4096);
