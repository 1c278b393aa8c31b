import type { FileSection, Holder, ServerId, UserId } from '@tally/contract';
import { type Ctx, fileLine, say } from '@tally/kernel';
import { catalogue } from './catalogue.ts';
import { listHeldBy } from './held.ts';

const fileOf = async (ctx: Ctx, holder: Holder, holderId: string): Promise<FileSection[]> => {
  const [{ held }, { byTier }] = await Promise.all([listHeldBy(ctx, holder, holderId), catalogue(ctx)]);
  const href = `/admin/premium/${holderId}`;
  const isOpen = ctx.config.PLANS === 'unlimited';
  const usual = isOpen
    ? fileLine(say(ctx.locale, 'premium.everythingOpen'), { tone: 'ok', href })
    : fileLine(say(ctx.locale, 'admin.filePlanFree'), { href });
  const lines = held.map(({ tierId, source, since }) =>
    fileLine(tierId === null ? say(ctx.locale, 'admin.filePlanExtras') : (byTier.get(tierId)?.name ?? tierId), {
      note: say(ctx.locale, `admin.filePlanFrom_${source}`),
      tone: 'ok',
      at: since,
      href,
    }),
  );
  return [
    {
      title: say(ctx.locale, 'admin.filePlan'),
      lines: isOpen || lines.length === 0 ? [usual, ...lines] : lines,
    },
  ];
};

export const aboutServer = async (ctx: Ctx, serverId: ServerId) => await fileOf(ctx, 'guild', serverId);
export const aboutPerson = async (ctx: Ctx, userId: UserId) => await fileOf(ctx, 'user', userId);
