import { fixedLimits, GiveawaySettings, type GiveawayTemplate, type ServerId } from '@tally/contract';
import { bodyOf } from '@tally/contract/wire/fields';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx } from '@tally/kernel';
import { z } from 'zod';
import { checkChoices } from '../../../places/index.ts';
import { listTemplates, lockTemplates, saveTemplate, type TemplateRow } from '../../store/templates.ts';
import { holdPicture } from './pictures.ts';

const Stored = bodyOf(GiveawaySettings);

export const asTemplate = ({ id, title, settings }: TemplateRow): GiveawayTemplate => ({
  templateId: id,
  title,
  settings: z.decode(Stored, settings as z.input<typeof Stored>),
});

/**
 * Checks only that roles and channels belong to this server. The other terms are checked when a giveaway is made from
 * the template.
 */
export async function keepTemplate(
  ctx: Ctx,
  serverId: ServerId,
  { title, settings, templateId, reply }: GiveawayTemplate & { readonly reply?: string },
): Promise<void> {
  await checkChoices(ctx, serverId, { schema: Stored, value: settings, path: ['settings'] });
  await ctx.db.transaction(async (tx) => {
    await lockTemplates(tx, serverId);
    const kept = await listTemplates(tx, serverId);
    const limit = fixedLimits.giveawayTemplates;
    if (kept.length >= limit && kept.every((each) => each.title !== title))
      throw new AppError('tooManyTemplates', { limit });
    await holdPicture(ctx, tx, { serverId, image: settings.image ?? null });
    await saveTemplate(tx, { id: templateId, serverId, title, settings: z.encode(Stored, settings) });
    await keepReply(ctx, tx, reply);
  });
}
