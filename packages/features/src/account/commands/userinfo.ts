import { UserId } from '@tally/contract';
import { type Answer, type Call, defineCommand, privateCard, type SlashCall } from '@tally/discord/interactions';
import type { User } from '@tally/discord/rest';
import { AppError, bornAt, type Ctx, say, UpstreamError } from '@tally/kernel';
import { escapeMarkdown } from '@tally/message/template';
import { imageUrl } from '../render.ts';

/** Shows only facts that everyone in the server can see anyway. */
export const userinfo = defineCommand({
  kind: 'slash',
  name: 'userinfo',
  about: 'commands.userinfo',
  isInDms: true,
  isPrivate: true,
  options: [{ name: 'user', about: 'commands.optionUser', type: 'user' }],
  run: show,
});

interface Shown {
  readonly user: User;
  readonly nick: string | null;
  readonly joinedAt: Date | null;
  readonly roles: number | null;
}

async function show(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const userId = call.options['user'] === undefined ? call.userId : UserId.parse(call.options['user']);
  const { user, nick, joinedAt, roles } = await lookUp(ctx, call, userId);
  const field = (key: 'userId' | 'userCreated' | 'userJoined' | 'userNick' | 'userRoles', value: string) => ({
    name: say(ctx.locale, `commands.${key}`),
    value,
    inline: true,
  });
  const avatar = imageUrl(ctx.config, 'avatars', user.id, user.avatar);
  return privateCard({
    author: { name: user.displayName ?? user.username, ...(avatar ? { icon_url: avatar } : {}) },
    description: `<@${user.id}> · @${escapeMarkdown(user.username)}`,
    ...(avatar ? { thumbnail: { url: avatar } } : {}),
    fields: [
      field('userId', user.id),
      field('userCreated', moment(bornAt(user.id))),
      ...(joinedAt ? [field('userJoined', moment(joinedAt))] : []),
      ...(nick ? [field('userNick', escapeMarkdown(nick))] : []),
      ...(roles === null ? [] : [field('userRoles', String(roles))]),
    ],
  });
}

/** Shows a member of this server. Outside a server, or for people who have left, shows only the caller. */
async function lookUp(ctx: Ctx, call: Call, userId: UserId): Promise<Shown> {
  if (call.serverId === null) {
    if (userId !== call.userId) throw new AppError('userNotFound');
    return { user: call.user, nick: null, joinedAt: null, roles: null };
  }
  try {
    const member = await ctx.discord.members.get({ serverId: call.serverId, userId });
    if (!member.user) throw new AppError('userNotFound');
    return { user: member.user, nick: member.nick, joinedAt: member.joinedAt, roles: member.roleIds.length };
  } catch (error) {
    if (error instanceof UpstreamError && error.kind === 'gone') throw new AppError('userNotFound');
    throw error;
  }
}

/** Discord shows this timestamp in the reader's own time zone and language. */
const moment = (at: Date): string => `<t:${Math.floor(at.getTime() / 1000)}:D>`;
