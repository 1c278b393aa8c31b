import { type Answer, defineCommand, type MenuCall, message, privately } from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { fixLinks } from './service/reply.ts';

/** Discord sends the text with the menu call, even where it otherwise hides it from us. */
async function fix(ctx: Ctx, call: MenuCall): Promise<Answer> {
  if (!call.message) throw new AppError('notFound');
  const payload = fixLinks(ctx, call.message.content);
  return payload ? message(payload) : privately(say(ctx.locale, 'embedFix.noLinks'));
}

export const commands = [defineCommand({ kind: 'messageMenu', name: 'embedFix.menuFix', run: fix })];
