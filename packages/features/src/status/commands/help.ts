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
import { type Ctx, say } from '@tally/kernel';

/** Every command that the person may use here, made from what is registered: nothing can be missing from it. */
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
      complete: async (ctx, typed, call) => {
        const wanted = typed.replace(/^\//, '').toLowerCase();
        const paths = usable(ctx, call).map(({ path }) => path);
        return paths
          .map((path) => ({ name: `/${pathIn(ctx.locale, path)}`, value: path }))
          .filter(({ name, value }) => name.includes(wanted) || value.includes(wanted));
      },
    },
  ],
  run: show,
});

interface Usable {
  /** `setup test` */
  readonly path: string;
  readonly command: SlashCommand;
  readonly about: SlashCommand['about'];
  readonly options: readonly Option[];
}

const allParts = (ctx: Ctx): CommandPart[] => mergeCommands(ctx.features.flatMap((each) => each.commands ?? []));

function usable(ctx: Ctx, call: SlashCall): Usable[] {
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

async function show(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const all = usable(ctx, call);
  const asked = String(call.options['command'] ?? '')
    .trim()
    .replace(/^\//, '')
    .toLowerCase();
  if (asked === '') return overview(ctx, call, all);
  const found = all.find(({ path }) => path === asked || pathIn(ctx.locale, path) === asked);
  return found ? detail(ctx, found) : privately(say(ctx.locale, 'commands.helpUnknown'));
}

/** One line a command, with the words that may stand behind it. */
function overview(ctx: Ctx, call: SlashCall, all: readonly Usable[]): Answer {
  const lines = [...Map.groupBy(all, ({ command }) => command.name)].map(([name, parts]) => {
    const words = parts
      .map(({ path }) => pathIn(ctx.locale, path.slice(name.length + 1)))
      .filter((word) => word !== '');
    const [only] = parts;
    const about = only && parts.length === 1 ? only.about : parts[0]?.command.about;
    const shown = [
      `**/${pathIn(ctx.locale, name)}**`,
      ...(words.length > 0 ? [words.map((word) => `\`${word}\``).join(' ')] : []),
    ];
    return `${shown.join(' ')} · ${about ? say(ctx.locale, about) : ''}`;
  });
  const menus = allParts(ctx).flatMap((part) =>
    part.kind === 'messageMenu' && !whyNot(part, call) ? [say(ctx.locale, part.name)] : [],
  );
  const inMenus =
    menus.length > 0
      ? [say(ctx.locale, 'commands.helpMenus', { names: new Intl.ListFormat(ctx.locale).format(menus) })]
      : [];
  return privateCard(
    {
      title: say(ctx.locale, 'commands.helpTitle', { name: ctx.config.SITE_NAME }),
      description: fitting([...lines, '', ...inMenus, say(ctx.locale, 'commands.helpMore')]),
    },
    [
      linkButton(say(ctx.locale, 'commands.openDashboard'), `${ctx.config.webUrl}/dashboard`),
      linkButton(say(ctx.locale, 'commands.supportButton'), `${ctx.config.webUrl}/support`),
    ],
  );
}

function detail(ctx: Ctx, { path, about, options }: Usable): Answer {
  const lines = options.map((option) => {
    const optional = option.isRequired ? '' : ` (${say(ctx.locale, 'commands.helpOptional')})`;
    return `\`${pathIn(ctx.locale, option.name)}\`${optional} · ${say(ctx.locale, option.about)}`;
  });
  return privateCard({
    title: `/${pathIn(ctx.locale, path)}`,
    description: fitting([say(ctx.locale, about), '', ...lines]),
  });
}

/** A card holds 4096 letters: https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
const fitting = (lines: readonly string[]): string => lines.join('\n').slice(0, 4096);
