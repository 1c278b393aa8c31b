import {
  ChannelId,
  highestPriority,
  type Override,
  OverrideBody,
  overrideActions,
  platforms,
  queryPlaces,
  RoleId,
} from '@tally/contract';
import {
  type Answer,
  defineCommand,
  linkButton,
  privateCard,
  privately,
  type SlashCall,
  serverOf,
} from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { cut, escapeMarkdown } from '@tally/message/template';
import { changeOverride, removeOverride } from './service/change.ts';
import { asOverride } from './service/wire.ts';
import { listOverrides } from './store/overrides.ts';

/** An embed may have 4096 characters, and an override may have fifty words of 200 characters. */
const LINE = 150;
const LINES = 20;

const readAll = async (ctx: Ctx, call: SlashCall): Promise<Override[]> =>
  (await listOverrides(ctx.db, serverOf(call))).map(asOverride);

/** The commands for overrides. Overrides for several platforms or several search fields need the dashboard. */
export const commands = [
  defineCommand({
    kind: 'slash',
    name: 'overrides',
    about: 'commands.overrides',
    permissions: ['ManageGuild'],
    subcommands: [
      {
        name: 'add',
        about: 'commands.overridesAdd',
        isPrivate: true,
        options: [
          {
            name: 'action',
            about: 'commands.optionAction',
            type: 'text',
            isRequired: true,
            choices: [
              ...overrideActions.map((value) => ({ value, text: `commands.action_${value}` }) as const),
              { value: 'send', text: 'commands.action_send' },
            ],
          },
          { name: 'words', about: 'commands.optionWords', type: 'text', max: 1000 },
          {
            name: 'where',
            about: 'commands.optionWhere',
            type: 'text',
            choices: queryPlaces.map((value) => ({ value, text: `commands.in_${value}` }) as const),
          },
          {
            name: 'platform',
            about: 'commands.optionPlatform',
            type: 'text',
            choices: platforms.map((value) => ({ value, text: `commands.${value}` }) as const),
          },
          { name: 'channel', about: 'commands.optionOtherChannel', type: 'channel', channelTypes: [0, 5] },
          { name: 'ping', about: 'commands.optionOtherPing', type: 'role' },
          { name: 'minutes', about: 'commands.optionMinutes', type: 'whole', min: 1, max: 10_080 },
          { name: 'priority', about: 'commands.optionPriority', type: 'whole', min: 0, max: highestPriority },
        ],
        run: add,
      },
      {
        name: 'remove',
        about: 'commands.overridesRemove',
        isPrivate: true,
        options: [
          {
            name: 'priority',
            about: 'commands.optionPriority',
            type: 'whole',
            isRequired: true,
            min: 0,
            max: highestPriority,
            complete: async (ctx, typed, call) => {
              if (!call.serverId) return [];
              const lines = (await readAll(ctx, call)).map((each) => ({ name: plainLine(ctx, each), each }));
              const wanted = lines.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));
              return wanted.map(({ name, each }) => ({ name, value: each.priorityOnConflict }));
            },
          },
        ],
        run: async (ctx, call) => {
          await removeOverride(ctx, serverOf(call), { priority: Number(call.options['priority']) });
          return privately(say(ctx.locale, 'overrides.removed'));
        },
      },
      { name: 'list', about: 'commands.overridesList', isPrivate: true, run: list },
    ],
  }),
];

async function add(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const { options } = call;
  const known = await readAll(ctx, call);
  const priority = typeof options['priority'] === 'number' ? options['priority'] : nextPriority(known);
  // The dashboard shows what would be replaced. A command cannot, so it refuses.
  if (known.some((each) => each.priorityOnConflict === priority)) throw new AppError('priorityTaken', { priority });
  const action = options['action'];
  const typed = options['words'] === undefined ? null : String(options['words']);
  const words = typed === null ? [] : splitWords(typed);
  const read = OverrideBody.safeParse({
    priorityOnConflict: priority,
    applyTo: options['platform'] ? [options['platform']] : [],
    query: words,
    queryIn: options['where'] ? [options['where']] : [...queryPlaces],
    actions: action === 'send' ? [] : [action],
    durationMinutes: options['minutes'] ?? null,
    overrideChannelId: ChannelId.nullable().parse(options['channel'] ?? null),
    overridePingRoleId: RoleId.nullable().parse(options['ping'] ?? null),
  });
  if (!read.success || (typed !== null && words.length === 0))
    throw new AppError('invalidFields', {}, [say(ctx.locale, 'commands.badWords')]);
  await changeOverride(ctx, serverOf(call), { body: read.data });
  const what = deedOf(ctx, read.data);
  if (words.length === 0)
    return privately(
      say(ctx.locale, 'commands.overrideAddedForAll', { priority, platforms: platformsOf(ctx, read.data), what }),
    );
  return privately(
    say(ctx.locale, 'commands.overrideAdded', {
      priority,
      words: escapeMarkdown(cut(listOf(ctx, words), LINE)),
      what,
    }),
  );
}

/** A new override goes above all others by default, so the newest wins. */
const nextPriority = (known: readonly Override[]): number =>
  Math.min(highestPriority, Math.max(0, ...known.map((each) => each.priorityOnConflict)) + 1);

const isPattern = (text: string): boolean => /^\/.*\/[a-z]*$/s.test(text.trim());

/** Splits at commas, but not inside a pattern between slashes. */
function splitWords(text: string): string[] {
  return isPattern(text) ? [text.trim()] : text.split(',').flatMap((word) => word.trim() || []);
}

async function list(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const known = await readAll(ctx, call);
  const shown = known.slice(0, LINES).map((each) => `\u2022 ${escapeMarkdown(plainLine(ctx, each))}`);
  const more = known.length - shown.length;
  const lines = more > 0 ? [...shown, say(ctx.locale, 'commands.andMore', { count: more })] : shown;
  const text = lines.length > 0 ? lines.join('\n') : say(ctx.locale, 'commands.overridesEmpty');
  const page = `${ctx.config.webUrl}/dashboard/server/${serverOf(call)}/overrides`;
  return privateCard({ title: say(ctx.locale, 'commands.overridesTitle'), description: text.slice(0, 4096) }, [
    linkButton(say(ctx.locale, 'commands.openDashboard'), page),
  ]);
}

/** Formats words as `“minecraft” or “speedrun”`. A pattern is shown unchanged. */
function listOf(ctx: Ctx, words: readonly string[]): string {
  const quoted = words.map((word) => (isPattern(word) ? word : `“${word}”`));
  return new Intl.ListFormat(ctx.locale, { type: 'disjunction' }).format(quoted);
}

const platformsOf = (ctx: Ctx, { applyTo }: Pick<Override, 'applyTo'>): string =>
  new Intl.ListFormat(ctx.locale).format(applyTo.map((each) => say(ctx.locale, `commands.${each}`)));

function deedOf(ctx: Ctx, { actions }: Pick<Override, 'actions'>): string {
  const deeds = actions.map((each) => say(ctx.locale, `commands.action_${each}`));
  return deeds.length > 0 ? deeds.join(', ') : say(ctx.locale, 'commands.action_send');
}

/** Formats one override per line, such as `7: minecraft, speedrun → Do not announce`. */
function plainLine(ctx: Ctx, override: Pick<Override, 'priorityOnConflict' | 'query' | 'actions' | 'applyTo'>): string {
  const words =
    override.query.length > 0
      ? override.query.join(', ')
      : say(ctx.locale, 'commands.everyStreamOn', { platforms: platformsOf(ctx, override) });
  const what = deedOf(ctx, override);
  const room = LINE - what.length;
  return `${override.priorityOnConflict}: ${words.length > room ? `${words.slice(0, room - 1)}…` : words} → ${what}`;
}
