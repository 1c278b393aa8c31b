import { GiveawaySettings, type GiveawayTemplate, type ServerId } from '@tally/contract';
import { bodyOf } from '@tally/contract/fields';
import { AppError, type Ctx } from '@tally/kernel';
import { z } from 'zod';
import { countTemplates, listTemplates, saveTemplate, type TemplateRow } from '../store/templates.ts';

const Stored = bodyOf(GiveawaySettings);

export const asTemplate = ({ id, title, settings }: TemplateRow): GiveawayTemplate => ({
  templateId: id,
  title,
  settings: z.decode(Stored, settings as z.input<typeof Stored>),
});

/** Nothing is checked against the server here: a giveaway that is made from it is. */
export async function keepTemplate(
  ctx: Ctx,
  serverId: ServerId,
  { title, settings, templateId, most }: GiveawayTemplate & { readonly most: number },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const isKnown = (await listTemplates(tx, serverId)).some((each) => each.title === title);
    if (!isKnown && (await countTemplates(tx, serverId)) >= most) throw new AppError('planLimit', { limit: most });
    await saveTemplate(tx, { id: templateId, serverId, title, settings: z.encode(Stored, settings) });
  });
}
