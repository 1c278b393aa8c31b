import type { DocHit } from '@tally/contract';
import { linkButton } from '@tally/discord/interactions';
import { type Ctx, say } from '@tally/kernel';
import type { EmbedPayload, RowPayload } from '@tally/message/discord';
import { findDocLink, findDocs } from '../service.ts';

const SHOWN = 5;

export const nameOf = ({ title, heading }: Pick<DocHit, 'title' | 'heading'>): string =>
  heading === null ? title : `${title}: ${heading}`;

/** Finds a page by its address or by a question, and shows it in Discord. Null if none matches. */
export async function pagesCard(
  ctx: Ctx,
  topic: string,
): Promise<{ embed: EmbedPayload; buttons: RowPayload['components'] } | null> {
  const [address = '', anchor] = topic.split('#');
  const chosen = await findDocLink(ctx, address);
  const hits = chosen ? [{ ...chosen, heading: null, anchor: anchor ?? null }] : await findDocs(ctx, topic, SHOWN);
  const [best, ...others] = hits;
  if (!best) return null;
  const lines = others.map((hit) => `• [${nameOf(hit)}](${addressOf(ctx, hit)})`);
  const text = [best.summary, ...(lines.length > 0 ? ['', say(ctx.locale, 'commands.helpAlso'), ...lines] : [])];
  return {
    embed: { title: nameOf(best), description: text.join('\n') },
    buttons: [
      linkButton(say(ctx.locale, 'commands.helpRead'), addressOf(ctx, best)),
      linkButton(say(ctx.locale, 'commands.helpAllPages'), `${ctx.config.webUrl}/docs`),
    ],
  };
}

const addressOf = ({ config }: Ctx, { section, page, anchor }: Pick<DocHit, 'section' | 'page' | 'anchor'>): string =>
  `${config.webUrl}/docs/${section}/${page}${anchor === null ? '' : `#${anchor}`}`;
