import { GiveawaySettings, type GiveawayTemplate, type ServerId } from '@tally/contract';
import { bodyOf } from '@tally/contract/fields';
import { AppError, type Ctx } from '@tally/kernel';
import { z } from 'zod';
import { checkChoices } from '../../servers/index.ts';
import { countTemplates, listTemplates, saveTemplate, type TemplateRow } from '../store/templates.ts';

const Stored = bodyOf(GiveawaySettings);

export const asTemplate = ({ id, title, settings }: TemplateRow): GiveawayTemplate => ({
  templateId: id,
  title,
  settings: z.decode(Stored, settings as z.input<typeof Stored>),
});

/** Its terms are checked when a giveaway is made from it; what was chosen is of this server already here. */
export async function keepTemplate(
  ctx: Ctx,
  serverId: ServerId,
  { title, settings, templateId, most }: GiveawayTemplate & { readonly most: number },
): Promise<void> {
  await checkChoices(ctx, serverId, { schema: Stored, value: settings, path: ['settings'] });
  await ctx.db.transaction(async (tx) => {
    const isKnown = (await listTemplates(tx, serverId)).some((each) => each.title === title);
    if (!isKnown && (await countTemplates(tx, serverId)) >= most) throw new AppError('planLimit', { limit: most });
    await saveTemplate(tx, { id: templateId, serverId, title, settings: z.encode(Stored, settings) });
  });
}
