import type { CommandPart, Option } from './definition.ts';

const name = /^[-_\p{Ll}\p{Lo}\p{N}]{1,32}$/u;

/** What Discord, or our own router, would not accept of these parts. Empty when all is well; a test asserts it. */
export function checkCommands(parts: readonly CommandPart[]): string[] {
  const keys = parts.map((part) => `${part.kind} ${'id' in part ? part.id : part.name}`);
  const doubled = keys.filter((key, place) => keys.indexOf(key) !== place).map((key) => `${key} is there twice`);
  const slashes = parts.filter((part) => part.kind === 'slash');
  return [
    ...doubled,
    ...(slashes.length > 100 ? ['there are more than 100 slash commands'] : []),
    ...slashes.flatMap((command) => {
      const lists = command.subcommands ?? [command];
      return [
        ...(lists.length > 25 ? [`${command.name} has more than 25 subcommands`] : []),
        ...lists.flatMap((each) => [...checkName(each.name), ...checkOptions(each.name, each.options ?? [])]),
      ];
    }),
    ...parts.flatMap((part) =>
      'id' in part && !/^[a-z][a-z0-9-]{0,39}$/.test(part.id) ? [`the id ${part.id} is not valid`] : [],
    ),
  ];
}

const checkName = (path: string): string[] =>
  path.split(' ').flatMap((word) => (name.test(word) ? [] : [`${path} is not a name for a command`]));

function checkOptions(of: string, options: readonly Option[]): string[] {
  const firstFree = options.findIndex((option) => !option.isRequired);
  const lateRequired = firstFree === -1 ? [] : options.slice(firstFree).filter((option) => option.isRequired);
  return [
    ...options.flatMap((option) =>
      name.test(option.name) ? [] : [`${of}: ${option.name} is not a name for an option`],
    ),
    ...lateRequired.map((option) => `${of}: ${option.name} is required and must stand before the others`),
    ...(options.length > 25 ? [`${of} has more than 25 options`] : []),
    ...options.flatMap((option) =>
      (option.choices?.length ?? 0) > 25 ? [`${of}: ${option.name} has more than 25 choices`] : [],
    ),
  ];
}
