import type { UserId, VoteState } from '@tally/contract';
import { type Answer, customId, defineCommand, linkButton, privateCard, update } from '@tally/discord/interactions';
import { type Ctx, say } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { getState, setReminder } from './service/state.ts';

const REMIND = 'vote-remind';

export const commands = [
  defineCommand({
    kind: 'slash',
    name: 'vote',
    about: 'commands.vote',
    isInDms: true,
    isPrivate: true,
    run: async (ctx, { userId }): Promise<Answer> => {
      const { embed, buttons } = await show(ctx, userId);
      return privateCard(embed, buttons);
    },
  }),
  defineCommand({
    kind: 'component',
    id: REMIND,
    isPrivate: true,
    async run(ctx, { userId, args }) {
      await setReminder(ctx, userId, args[0] === 'on');
      const { embed, buttons } = await show(ctx, userId);
      return update({ embeds: [embed], components: [{ type: 1, components: buttons }], allowed_mentions: noMentions });
    },
  }),
];

async function show(ctx: Ctx, userId: UserId) {
  const state = await getState(ctx, userId);
  const { wantsReminder } = state;
  const intro = say(ctx.locale, 'commands.voteText', { name: ctx.config.SITE_NAME });
  return {
    embed: { description: [intro, ...(state.isOn ? [lineOf(ctx, state)] : [])].join('\n\n') },
    buttons: [
      linkButton(say(ctx.locale, 'commands.voteButton'), `${ctx.config.webUrl}/vote`),
      ...(state.isOn
        ? [
            {
              type: 2 as const,
              style: 2 as const,
              custom_id: customId(REMIND, wantsReminder ? 'off' : 'on'),
              label: say(ctx.locale, wantsReminder ? 'votes.stopReminding' : 'votes.startReminding'),
            },
          ]
        : []),
    ],
  };
}

/** Discord shows the time in the reader's own time zone and language. */
function lineOf(ctx: Ctx, { validUntil, total }: VoteState): string {
  if (!validUntil) return say(ctx.locale, total > 0 ? 'votes.again' : 'votes.never');
  return say(ctx.locale, 'votes.valid', { when: `<t:${Math.floor(validUntil.getTime() / 1_000)}:R>` });
}
