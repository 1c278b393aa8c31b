import { ApiError, formError } from './errors.ts';
import { checkBody, isRecord, loadSchemas } from './schema.ts';

type Path = readonly (string | number)[];

/**
 * https://docs.discord.com/developers/reference#locales , plus Arabic and Hebrew, which only the specification lists
 * (`AvailableLocalesEnum`): https://github.com/discord/discord-api-spec
 */
const LOCALES = new Set(
  'id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko ar he'.split(
    ' ',
  ),
);
/** https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-naming */
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const ALL_TEXTS = 8000;
const CHAT_INPUT = 1;
const SUBCOMMAND_TYPES = new Set([1, 2]);

/** Checks Discord's rules for a command beyond the published schema: names, translations, order, total length. */
export async function checkCommand(given: unknown, path: Path): Promise<void> {
  await loadSchemas();
  try {
    checkBody('ApplicationCommandCreateRequest', withoutEmpties(given));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(
      50035,
      error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })),
    );
  }
  if (!isRecord(given)) return;
  const isChat = (given.type ?? CHAT_INPUT) === CHAT_INPUT;
  checkNames(given, path, isChat);
  if (isChat && !given.description)
    throw formError([...path, 'description'], 'BASE_TYPE_REQUIRED', 'This field is required');
  if (!isChat && given.description)
    throw formError(
      [...path, 'description'],
      'APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_NOT_EMPTY',
      'Context menu commands cannot have a description',
    );
  checkOptions(given.options, path);
  if (sizeOf(given) > ALL_TEXTS)
    throw formError(path, 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${ALL_TEXTS})`);
}

/** Clients send permissions as text and empty fields as null. Discord accepts this, unlike the published schema. */
function withoutEmpties(given: unknown): unknown {
  if (!isRecord(given)) return given;
  const kept = Object.entries(given).filter(([key, value]) => {
    if (value === null || value === undefined || key === 'default_member_permissions' || key === 'dm_permission')
      return false;
    // The locales are checked below, with a better message.
    return (
      key !== 'name_localizations' && key !== 'description_localizations' && !(key === 'description' && value === '')
    );
  });
  return Object.fromEntries(kept);
}

function checkNames(given: Record<string, unknown>, path: Path, isStrict: boolean): void {
  const check = (name: unknown, at: Path) => {
    const isGood =
      typeof name === 'string' &&
      name.length >= 1 &&
      name.length <= 32 &&
      (!isStrict || (NAME.test(name) && name === name.toLowerCase()));
    if (!isGood) throw formError(at, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
  };
  check(given.name, [...path, 'name']);
  for (const [locale, name] of entries(given.name_localizations)) {
    checkLocale(locale, [...path, 'name_localizations']);
    check(name, [...path, 'name_localizations', locale]);
  }
  for (const [locale, text] of entries(given.description_localizations)) {
    checkLocale(locale, [...path, 'description_localizations']);
    if (typeof text !== 'string' || text.length < 1 || text.length > 100) {
      throw formError(
        [...path, 'description_localizations', locale],
        'BASE_TYPE_BAD_LENGTH',
        'Must be between 1 and 100 in length.',
      );
    }
  }
}

const entries = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : []);

function checkLocale(locale: string, path: Path): void {
  if (!LOCALES.has(locale)) throw formError([...path, locale], 'DICT_TYPE_UNKNOWN_KEY', `Locale '${locale}' not found`);
}

function checkOptions(options: unknown, path: Path): void {
  if (!Array.isArray(options)) return;
  const names = new Set<unknown>();
  let hasOptional = false;
  for (const [index, option] of options.entries()) {
    if (!isRecord(option)) continue;
    const at = [...path, 'options', index];
    checkNames(option, at, true);
    if (names.has(option.name))
      throw formError([...at, 'name'], 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', 'Option name already exists');
    names.add(option.name);
    if (!SUBCOMMAND_TYPES.has(option.type as number)) {
      if (option.required === true && hasOptional)
        throw formError(
          at,
          'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
          'Required options must be placed before non-required options',
        );
      hasOptional ||= option.required !== true;
    }
    checkOptions(option.options, at);
  }
}

/** Measures names, descriptions and values of the command, its options and choices, in the longest translation. */
function sizeOf(node: Record<string, unknown>): number {
  const longest = (base: unknown, words: unknown) =>
    Math.max(
      typeof base === 'string' ? base.length : 0,
      ...entries(words).map(([, word]) => (typeof word === 'string' ? word.length : 0)),
    );
  let sum = longest(node.name, node.name_localizations) + longest(node.description, node.description_localizations);
  if (typeof node.value === 'string') sum += node.value.length;
  for (const key of ['options', 'choices'] as const) {
    const list = node[key];
    if (Array.isArray(list)) for (const child of list.filter(isRecord)) sum += sizeOf(child);
  }
  return sum;
}
