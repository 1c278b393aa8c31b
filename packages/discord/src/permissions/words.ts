import { type Locale, languages, type Texts } from '@tally/contract';
import { say } from '@tally/kernel';

const isCalled = (name: string): name is keyof Texts['permissions'] =>
  Object.hasOwn(languages[0].texts.permissions, name);

/**
 * Returns the name of a permission as in Discord's settings. Without a translation, splits it: `UseVAD` becomes `Use
 * VAD`.
 */
export const permissionWords = (locale: Locale, name: string): string =>
  isCalled(name) ? say(locale, `permissions.${name}`) : name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');

/** Lists several permissions in a sentence. */
export const listPermissions = (locale: Locale, names: readonly string[]): string =>
  new Intl.ListFormat(locale).format(names.map((name) => permissionWords(locale, name)));
