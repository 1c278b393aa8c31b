import { LocaleValue, languageNames } from '@tally/contract';
import { type Answer, defineCommand, holdsPermissions, privately, type SlashCall } from '@tally/discord/interactions';
import { type Ctx, say } from '@tally/kernel';
import { chooseLanguage } from '../account/index.ts';
import { lacksManageServer } from '../servers/index.ts';
import { updateServer } from './service/settings.ts';

/** Sets the language of a person, or that of the bot in a server. Languages are listed under their own names. */
export const commands = [
  defineCommand({
    kind: 'slash',
    name: 'language',
    about: 'commands.language',
    isInDms: true,
    isPrivate: true,
    options: [
      {
        name: 'language',
        about: 'commands.optionLanguage',
        type: 'text',
        isRequired: true,
        choices: languageNames.map(({ value }) => ({ value, text: `commands.language_${value}` }) as const),
      },
      {
        name: 'for',
        about: 'commands.optionLanguageFor',
        type: 'text',
        choices: [
          { value: 'me', text: 'commands.languageMe' },
          { value: 'server', text: 'commands.languageServer' },
        ],
      },
    ],
    run: choose,
  }),
];

async function choose(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const locale = LocaleValue.parse(call.options['language']);
  if (call.options['for'] !== 'server') {
    await chooseLanguage(ctx, call.user, locale);
    return privately(say(locale, 'commands.languageSetMe'));
  }
  if (call.serverId === null) return privately(say(ctx.locale, 'commands.onlyInServers'));
  // Only changing the server's language needs a permission, so Discord requires none for the command.
  if (!holdsPermissions(call.permissions, ['ManageGuild'])) throw lacksManageServer(ctx);
  await updateServer(ctx, call.serverId, { locale });
  return privately(say(locale, 'commands.languageSetServer'));
}
