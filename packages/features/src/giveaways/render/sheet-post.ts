import { type MessagePayload, noMentions } from '@tally/message/discord';
import { escapeMarkdown } from '@tally/message/template';
import { replyTo } from './result.ts';
import { type GiveawayScene, tellIn } from './scene.ts';

interface Facts {
  readonly round: number;
  readonly people: number;
  readonly tickets: number;
  readonly sheetHash: string;
}

/** Announces the sheet in our own words, because the post is evidence. It pings no one. */
export function renderSheetPost(
  scene: GiveawayScene,
  { round, people, tickets, sheetHash: hash }: Facts,
): MessagePayload {
  const tell = tellIn(scene);
  const prize = escapeMarkdown(scene.terms.name);
  return {
    ...replyTo(scene.row),
    content: `${tell('giveaways.sheetPost', { prize, people, tickets, hash })}\n-# ${tell('giveaways.sheetPostRound', { round })}`,
    allowed_mentions: { ...noMentions, replied_user: false },
  };
}
