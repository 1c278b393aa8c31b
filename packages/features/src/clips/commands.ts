import { type AboutPlatform, aboutPlatforms } from '@tally/contract';
import { type Answer, defineCommand, message, type SlashCall, serverOf } from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { requirePlanFlags } from '../servers/index.ts';
import { findPicked, streamerOption } from '../streamers/index.ts';
import { renderLatest } from './render.ts';
import { findLatest } from './service/latest.ts';

export const commands = [
  defineCommand({
    kind: 'slash',
    name: 'clip',
    about: 'clips.command',
    options: [streamerOption()],
    run: showLatest,
  }),
];

/** Shows the newest clips of a streamer whom this server follows. */
async function showLatest(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const row = await findPicked(ctx, call, call.options['streamer']);
  const { clipFlag }: AboutPlatform = aboutPlatforms[row.platform];
  if (clipFlag) await requirePlanFlags(ctx, serverOf(call), [clipFlag]);
  const definition = ctx.platforms.definitions.find(({ id }) => id === row.platform);
  if (!definition?.capabilities.includes('clips'))
    throw new AppError('invalidFields', {}, [say(ctx.locale, 'clips.elsewhere')]);
  const latest = await findLatest(ctx, row);
  if (!latest) throw new AppError('streamerNotFound', { name: row.name });
  return message(renderLatest(ctx.locale, latest));
}
