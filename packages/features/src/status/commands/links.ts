import { type Answer, defineCommand, linkButton, privateCard } from '@tally/discord/interactions';
import { type Ctx, say } from '@tally/kernel';

/** The web app redirects these short URLs to their targets, which are configured only there. */
const link = (word: 'invite' | 'support') =>
  defineCommand({
    kind: 'slash',
    name: word,
    about: `commands.${word}`,
    isInDms: true,
    isPrivate: true,
    run: async (ctx): Promise<Answer> =>
      privateCard({ description: say(ctx.locale, `commands.${word}Text`, { name: ctx.config.SITE_NAME }) }, [
        linkButton(say(ctx.locale, `commands.${word}Button`), addressOf(ctx, word)),
      ]),
  });

const addressOf = ({ config }: Ctx, word: string): string => `${config.webUrl}/${word}`;

export const links = [link('invite'), link('support')];
