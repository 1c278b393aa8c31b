interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Sentences of the API name channels and roles as Discord does, `<#id>` and `<@&id>`. On a page they read
 * `#name` and `@name`; what is not known (any more) is shown as its raw id.
 */
export function plainMentions(
  sentence: string,
  known: { channels?: readonly Named[]; roles?: readonly Named[] },
): string {
  return sentence
    .replace(/<#(\d{5,20})>/g, (_, id: string) => `#${nameOf(known.channels, id)}`)
    .replace(/<@&(\d{5,20})>/g, (_, id: string) => `@${nameOf(known.roles, id)}`);
}

const nameOf = (list: readonly Named[] | undefined, id: string): string =>
  list?.find((each) => each.id === id)?.name ?? id;

/** Discord's word for a permission, readable: `SendMessages` becomes `Send Messages`. */
export const permissionWords = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
