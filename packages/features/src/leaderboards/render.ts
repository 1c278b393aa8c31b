import type { LeaderBoardType, Locale } from '@tally/contract';
import { say } from '@tally/kernel';
import { type MessagePayload, noMentions } from '@tally/message/discord';
import { breakMentions, cleanLine, cut, escapeMarkdown } from '@tally/message/template';
import type { Standings } from './match.ts';

const KICK_GREEN = 0x53_fc_18;
const NAME_LENGTH = 40;
/** A message shows this many ranks, and each of them can have a role. */
export const PLACES = 10;

export interface BoardScene {
  readonly locale: Locale;
  readonly name: string;
  readonly url: string;
  readonly periods: readonly LeaderBoardType[];
  readonly standings: Standings;
  /** The footer below the ranks, such as our name; null for none. */
  readonly signature: string | null;
}

/** Renders both the command's answer and the automatic message. */
export function renderBoard({ locale, name, url, periods, standings, signature }: BoardScene): MessagePayload {
  return {
    embeds: [
      {
        title: cut(say(locale, 'leaderboards.title', { name: breakMentions(cleanLine(name)) }), 256),
        url,
        color: KICK_GREEN,
        fields: periods.map((type) => ({
          name: say(locale, `leaderboards.${type}`),
          value: linesOf(locale, standings, type),
          inline: false,
        })),
        ...(signature ? { footer: { text: signature } } : {}),
      },
    ],
    allowed_mentions: noMentions,
  };
}

function linesOf(locale: Locale, standings: Standings, type: LeaderBoardType): string {
  const lines = standings[type].slice(0, PLACES).map(({ displayName, gifts }, index) => {
    const shown = escapeMarkdown(cut(breakMentions(cleanLine(displayName)), NAME_LENGTH)) || '…';
    return say(locale, 'leaderboards.line', { place: index + 1, name: shown, gifts });
  });
  return lines.length > 0 ? lines.join('\n') : say(locale, 'leaderboards.nobody');
}
