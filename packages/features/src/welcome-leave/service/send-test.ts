import type { MessageDraft, ServerId } from '@tally/contract';
import { AppError, type Ctx, say } from '@tally/kernel';
import { checkDraft } from '../../message-editor/index.ts';
import { postNow, requirePostable } from '../../places/index.ts';
import { intentionOf } from './greet.ts';
import { tryOut } from './preview-card.ts';

/** Greets the caller through the whole pipeline, without a ping. Returns the result. */
export async function sendTest(
  ctx: Ctx,
  serverId: ServerId,
  { type, draft }: { type: 'welcome' | 'leave'; draft: MessageDraft },
): Promise<string> {
  await checkDraft(ctx, serverId, { ...draft, type });
  const { channelId, joinedAt, facts } = await tryOut(ctx, serverId, { type, draft });
  if (!channelId) throw new AppError('noChannelChosen', { name: say(ctx.locale, nameOf(type)) });
  await requirePostable(ctx, serverId, { field: `${type}ChannelId`, id: channelId });
  const message = intentionOf({ ...facts, serverId, joinedAt }, channelId, ctx.clock.now());
  const words = { queued: 'welcomeLeave.testQueued', posted: 'welcomeLeave.testPosted' } as const;
  return await postNow(ctx, message, { name: nameOf(type), ...words });
}

export const nameOf = (type: 'welcome' | 'leave'): 'welcomeLeave.theWelcome' | 'welcomeLeave.theLeave' =>
  type === 'welcome' ? 'welcomeLeave.theWelcome' : 'welcomeLeave.theLeave';
