import type { DocHit } from '@tally/contract';
import { type Answer, type Choice, privateCard, privately } from '@tally/discord/interactions';
import { type Ctx, say } from '@tally/kernel';
import { findDocs, nameOf, pagesCard } from '../../docs/index.ts';

const PROPOSED = 10;
/** Discord's limit for a suggestion's name: https://docs.discord.com/developers/interactions/application-commands */
const MOST_LETTERS = 100;

/** Returns handbook pages that match the typed text, or the first pages if no text was typed. */
export async function proposePages(ctx: Ctx, typed: string): Promise<Choice[]> {
  const hits = await findDocs(ctx, typed, PROPOSED);
  return hits.map((hit) => ({ name: nameOf(hit).slice(0, MOST_LETTERS).toWellFormed(), value: valueOf(hit) }));
}

/** Returns a value such as `platforms/kick#on-delays`. If that would be too long, it names only the page. */
function valueOf({ section, page, anchor }: DocHit): string {
  const address = `${section}/${page}`;
  const whole = anchor === null ? address : `${address}#${anchor}`;
  return whole.length > MOST_LETTERS ? address : whole;
}

/** Shows the chosen page, or pages that match the typed text. Handbook texts are always in English. */
export async function showPages(ctx: Ctx, topic: string): Promise<Answer> {
  const card = await pagesCard(ctx, topic);
  return card ? privateCard(card.embed, card.buttons) : privately(say(ctx.locale, 'commands.helpNoPage'));
}
