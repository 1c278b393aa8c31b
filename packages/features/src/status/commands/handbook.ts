import type { DocHit } from '@tally/contract';
import { type Answer, type Choice, linkButton, privateCard, privately } from '@tally/discord/interactions';
import { type Ctx, say } from '@tally/kernel';
import { findDocLink, findDocs } from '../../docs/index.ts';

const PROPOSED = 10;
const SHOWN = 5;
/** Of a proposal's name: https://docs.discord.com/developers/interactions/application-commands */
const MOST_LETTERS = 100;

/** Pages of the handbook by what somebody types; with nothing typed, the first ones. */
export async function proposePages(ctx: Ctx, typed: string): Promise<Choice[]> {
  const hits = await findDocs(ctx, typed, PROPOSED);
  return hits.map((hit) => ({ name: nameOf(hit).slice(0, MOST_LETTERS).toWellFormed(), value: valueOf(hit) }));
}

const nameOf = ({ title, heading }: DocHit): string => (heading === null ? title : `${title}: ${heading}`);

/** `platforms/kick#on-delays`: the place that was chosen, or the page where that would be too long. */
function valueOf({ section, page, anchor }: DocHit): string {
  const address = `${section}/${page}`;
  const whole = anchor === null ? address : `${address}#${anchor}`;
  return whole.length > MOST_LETTERS ? address : whole;
}

/** A page that was chosen, or those that fit what was typed. The texts are English, whoever reads. */
export async function showPages(ctx: Ctx, topic: string): Promise<Answer> {
  const [address = '', anchor] = topic.split('#');
  const chosen = await findDocLink(ctx, address);
  const hits = chosen ? [{ ...chosen, heading: null, anchor: anchor ?? null }] : await findDocs(ctx, topic, SHOWN);
  const [best, ...others] = hits;
  if (!best) return privately(say(ctx.locale, 'commands.helpNoPage'));
  const lines = others.map((hit) => `• [${nameOf(hit)}](${addressOf(ctx, hit)})`);
  const text = [best.summary, ...(lines.length > 0 ? ['', say(ctx.locale, 'commands.helpAlso'), ...lines] : [])];
  return privateCard({ title: nameOf(best), description: text.join('\n') }, [
    linkButton(say(ctx.locale, 'commands.helpRead'), addressOf(ctx, best)),
    linkButton(say(ctx.locale, 'commands.helpAllPages'), `${ctx.config.webUrl}/docs`),
  ]);
}

const addressOf = ({ config }: Ctx, { section, page, anchor }: DocHit): string =>
  `${config.webUrl}/docs/${section}/${page}${anchor === null ? '' : `#${anchor}`}`;
