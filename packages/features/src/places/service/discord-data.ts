import type { ChannelFinding, DiscordGuildData, EmojiFinding, RoleFinding, ServerId } from '@tally/contract';
import { hasPermission, missingFor, permissionsIn, purposesOf, roleFindings } from '@tally/discord/permissions';
import { emojiSlots } from '@tally/discord/rest';
import type { Ctx } from '@tally/kernel';
import { forgetFacts, type KnownServer, readActor, readBot, readChannels, readServer } from './discord-facts.ts';

type Kind = 'channels' | 'roles' | 'emojis';

/** Returns the choices that the dashboard offers, with the permissions that the bot lacks for each. */
export async function findDiscordData(
  ctx: Ctx,
  serverId: ServerId,
  { types, force }: { types: readonly Kind[]; force: boolean },
): Promise<DiscordGuildData> {
  if (force) await forgetFacts(ctx, serverId);
  if (types.length === 0) return {};
  const server = await readServer(ctx, serverId);
  const wants = (kind: Kind) => types.includes(kind);
  const [channels, roles] = await Promise.all([
    wants('channels') ? findChannels(ctx, server) : undefined,
    wants('roles') ? findRoles(ctx, server) : undefined,
  ]);
  return {
    ...(channels ? { channels } : {}),
    ...(roles ? { roles } : {}),
    ...(wants('emojis') ? { emojis: toEmojis(ctx, server) } : {}),
  };
}

/** Leaves out threads, because they come and go. */
async function findChannels(ctx: Ctx, server: KnownServer): Promise<ChannelFinding[]> {
  const [all, bot] = await Promise.all([readChannels(ctx, server.id), readBot(ctx, server)]);
  const names = new Map(all.map((channel) => [channel.id, channel.name]));
  const now = ctx.clock.now();
  return all
    .flatMap((channel) => {
      const { kind } = channel;
      if (kind === 'thread') return [];
      const held = permissionsIn({ server, member: bot, overwrites: channel.overwrites, now });
      const missing = missingFor(held, ...purposesOf(kind));
      const category = channel.parentId === null ? null : (names.get(channel.parentId) ?? null);
      return [{ ...channel, type: kind, category, missing, mayPingAll: hasPermission(held, 'MentionEveryone') }];
    })
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
    .map(({ id, name, type, parentId, position, category, missing, mayPingAll }) => ({
      id,
      name,
      validPermissions: missing.length === 0,
      missingPermissions: missing,
      mayPingAll,
      type,
      parentId,
      category,
      position,
    }));
}

/** Lists roles highest first, like Discord. */
async function findRoles(ctx: Ctx, server: KnownServer): Promise<RoleFinding[]> {
  const [bot, actor] = await Promise.all([readBot(ctx, server), readActor(ctx, server)]);
  const question = { server, bot, ...(actor ? { actor } : {}) };
  return [...server.roles.values()]
    .sort((a, b) => b.position - a.position || (a.id < b.id ? -1 : 1))
    .map((role) => {
      const reasons = roleFindings(role, question);
      return {
        id: role.id,
        name: role.name,
        validPermissions: reasons.length === 0,
        reasons,
        mentionable: role.isMentionable,
        color: role.color === 0 ? null : `#${role.color.toString(16).padStart(6, '0')}`,
        position: role.position,
        managed: role.isManaged,
      };
    });
}

function toEmojis(ctx: Ctx, server: KnownServer): EmojiFinding {
  const animated = server.emojis.filter((emoji) => emoji.isAnimated).length;
  return {
    current: { animated, normal: server.emojis.length - animated },
    list: server.emojis.map(({ id, name, isAnimated }) => ({
      id,
      name,
      animated: isAnimated,
      url: `${ctx.config.discord.cdnUrl}/emojis/${id}.${isAnimated ? 'gif' : 'webp'}`,
    })),
    maxEach: emojiSlots(server.boostLevel),
  };
}
