import { placeholdersFor, type ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { MessagePayload } from '@tally/message/discord';
import type { RoleChange, RoleLog } from '@tally/pipeline/roles';
import { imageUrl } from '../../account/index.ts';
import { loadServerLines } from '../../message-editor/index.ts';
import { listSummaries } from '../../servers/index.ts';
import { type LogWord, type NewsLine, renderNews } from '../render.ts';
import { findLogChannels } from '../store/rules.ts';

/** Returns the log of one of the two lists. Roles of streamers have no log. */
export const logOf = (word: LogWord, path: string): RoleLog => ({
  name: `live-role/${word}`,
  findChannel: async (ctx, serverId) => (await findLogChannels(ctx.db, serverId))[`${word}ChannelId`],
  render: async (ctx, serverId, lines) => await compose(ctx, { serverId, word, lines }),
  what: `liveRole.log_${word}`,
  path,
});

async function compose(
  ctx: Ctx,
  about: { readonly serverId: ServerId; readonly word: LogWord; readonly lines: readonly RoleChange[] },
): Promise<MessagePayload> {
  const { serverId, word } = about;
  const [looks, templates] = [await listSummaries(ctx, [serverId]), await loadServerLines(ctx, serverId)];
  const lines = about.lines.map((line): NewsLine => {
    const type = `${word}Role${line.isGiven ? 'Added' : 'Removed'}` as const;
    const avatarUrl = imageUrl(ctx.config, 'avatars', line.userId, line.avatar);
    return { ...line, type, avatarUrl, template: templates.get(type) ?? null, placeholders: placeholdersFor(type) };
  });
  return renderNews({ lines, server: looks.get(serverId) ?? null, now: ctx.clock.now() });
}
