import type { giveawayEvents } from '@tally/contract';
import { type MessagePayload, noMentions } from '@tally/message/discord';
import { changeInWords } from '@tally/message/duration';
import { cut, escapeMarkdown } from '@tally/message/template';
import { peopleOfEvent } from '../match/event-people.ts';
import { exact, type GiveawayScene, nameOf, relative, tellIn } from './scene.ts';
import { GREY } from './values.ts';

const MOST_OF_A_NAME = 120;
/** The log names at most this many people. The giveaway's page names all of them. */
const MOST_NAMED = 20;

export type Happened = {
  readonly event: (typeof giveawayEvents)[number];
  readonly byId?: string | null;
  readonly details?: Readonly<Record<string, string | number>>;
};

/** Writes one line per event, with the person who caused it, if any. */
export function renderLog(scene: GiveawayScene, happened: readonly Happened[]): MessagePayload {
  const { row, terms, proofUrl } = scene;
  const lines = happened.map(({ event, byId, details = {} }) => {
    const what = tellIn(scene)(`giveaways.log_${event}`, {
      people: row.people,
      winners: Number(details['winners'] ?? 0),
      draw: Number(details['draw'] ?? 1),
      key: String(details['key'] ?? '').slice(0, 12),
      reason: escapeMarkdown(String(details['reason'] ?? '')),
    });
    // The log shows only the key of a person who was passed over, as the proof does.
    const about = event === 'passedOver' ? [] : peopleOfEvent({ event, details }, scene.drawn);
    const people = about.slice(0, MOST_NAMED).map(nameOf).join(', ');
    const changes =
      event === 'edited'
        ? Object.entries(details).map(
            ([field, change]) =>
              `\n• ${field}: ${changeInWords(field, escapeMarkdown(String(change)), scene.looks.locale, exact)}`,
          )
        : [];
    return [what, people ? `: ${people}` : '', byId ? ` · <@${byId}>` : '', ...changes].join('');
  });
  // Escaping may double the title's length, and Discord allows 256 characters.
  const title = escapeMarkdown(cut(terms.name, MOST_OF_A_NAME));
  return {
    embeds: [{ title, url: proofUrl, description: lines.join('\n').slice(0, 4000), color: GREY }],
    allowed_mentions: noMentions,
  };
}

/** Renders the reminder ten minutes before the end. */
export const renderLastChance = (scene: GiveawayScene): MessagePayload => ({
  content: tellIn(scene)('giveaways.lastChance', {
    prize: escapeMarkdown(scene.terms.name),
    relative: scene.row.endsAt ? relative(scene.row.endsAt) : '',
  }),
  allowed_mentions: noMentions,
});
