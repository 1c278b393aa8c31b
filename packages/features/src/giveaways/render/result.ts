import { placeholdersFor } from '@tally/contract';
import { customId } from '@tally/discord/interactions';
import { type ButtonPayload, type MessagePayload, noMentions, renderMessage } from '@tally/message/discord';
import { escapeMarkdown } from '@tally/message/template';
import { buttonIds, type GiveawayScene, nameOf, tellIn, type Written } from './scene.ts';
import { type Addressee, valuesOfLetter, valuesOfResult, type Winners, withoutEmptyClaim } from './values.ts';

/** A message has room for this many mentions next to the text. */
const PER_POST = 60;
export const postsFor = (winners: number): number => Math.max(1, Math.ceil(winners / PER_POST));

/** Announces the winners and pings only them. If they do not fit into one post, others follow. */
export function renderResult(scene: GiveawayScene, about: { readonly number: number; readonly part: number }): Written {
  const { row, drawn, looks } = scene;
  const { number, part } = about;
  const all = drawn.filter((each) => each.number === number && each.outcome === 'won');
  if (all.length === 0) return { payload: sayNobody(scene, number), identity: null };
  const named = all.slice((part - 1) * PER_POST, part * PER_POST);
  const type = number > 1 ? 'giveawayRerolled' : 'giveawayWinner';
  const values = valuesOfResult(scene, { all, named });
  const users = named.flatMap(({ userId }) => (userId ? [userId] : []));
  const { payload, identity } = renderMessage({
    template: withoutEmptyClaim(scene.templateOf(type), values),
    placeholders: placeholdersFor(type),
    values,
    locale: looks.locale,
    ping: { users },
    below: part === postsFor(all.length) ? leftOver(scene, { number, won: all.length }) : '',
  });
  // Still names the winners if the owner's text consists only of placeholders that turned out empty.
  const { content, embeds, components = [], allowed_mentions } = payload ?? said({ all, named });
  const rows = [...claimRow(scene), ...components];
  return {
    payload: {
      // Only the bot itself can reply to a message; a webhook cannot.
      ...(identity ? {} : replyTo(row)),
      ...(content ? { content } : {}),
      ...(embeds ? { embeds } : {}),
      ...(rows.length > 0 ? { components: rows } : {}),
      allowed_mentions: { ...allowed_mentions, replied_user: false },
    },
    identity,
  };
}

/** Explains that some prizes are left because fewer people could win. */
function leftOver(scene: GiveawayScene, { number, won }: { readonly number: number; readonly won: number }): string {
  const { draw } = scene;
  const left = draw.number === number ? (draw.winners ?? won) - won : 0;
  return left > 0 ? `-# ${tellIn(scene)('giveaways.prizesLeft', { left })}` : '';
}

const said = ({ named }: Winners): MessagePayload => ({
  content: named.map(nameOf).join(', '),
  allowed_mentions: noMentions,
});

export const replyTo = ({ messageId }: GiveawayScene['row']): Pick<MessagePayload, 'message_reference'> =>
  messageId ? { message_reference: { message_id: messageId, fail_if_not_exists: false } } : {};

/** Says that no one won. The owner's text congratulates winners, so it is not used. */
function sayNobody(scene: GiveawayScene, number: number): MessagePayload {
  const prize = escapeMarkdown(scene.terms.name);
  const wereDrawn = scene.drawn.some((each) => each.number === number);
  return {
    ...replyTo(scene.row),
    content: tellIn(scene)(wereDrawn ? 'giveaways.nobodyMayWin' : 'giveaways.nobodyCame', { prize }),
    allowed_mentions: { ...noMentions, replied_user: false },
  };
}

function claimRow(scene: GiveawayScene): NonNullable<MessagePayload['components']> {
  const { row } = scene;
  if (!row.claimUntil) return [];
  const label = tellIn(scene)('giveaways.buttonClaim');
  const claim: ButtonPayload = { type: 2, style: 3, custom_id: customId(buttonIds.claim, row.id), label };
  return [{ type: 1, components: [claim] }];
}

/** Renders a direct message to a winner. If the server wrote the text, it is in the server's language. */
export function renderLetter(scene: GiveawayScene, to: Addressee): MessagePayload {
  const values = valuesOfLetter(scene, to);
  const { payload } = renderMessage({
    template: { ...withoutEmptyClaim(scene.templateOf('giveawayDM'), values), webhook: null },
    placeholders: placeholdersFor('giveawayDM'),
    values,
    locale: scene.looks.locale,
  });
  return payload ?? { content: String(values['prize']), allowed_mentions: noMentions };
}
