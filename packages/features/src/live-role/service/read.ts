import { type FoundMember, type LiveRoleState, type ServerId, UserId } from '@tally/contract';
import { listRefusedIntents } from '@tally/discord/gateway';
import type { Member } from '@tally/discord/rest';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx, UpstreamError } from '@tally/kernel';
import { countHolders, listHolders, listLastChanges } from '@tally/pipeline/roles';
import { imageUrl } from '../../account/index.ts';
import { kinds } from '../match.ts';

const MOST = 10;

/** Returns the state that pages show next to the settings. */
export async function readState(ctx: Ctx, serverId: ServerId): Promise<LiveRoleState> {
  const [refused, roles, changes] = await Promise.all([
    listRefusedIntents(ctx.db),
    countHolders(ctx.db, serverId, Object.values(kinds)),
    listLastChanges(ctx.db, { serverId, kinds: [kinds.auto, kinds.linked], limit: MOST }),
  ]);
  return {
    hasPresences: !refused.includes('GuildPresences'),
    roles,
    changes: changes.map(({ userName, roleId, isGiven, doneAt, madeAt }) => ({
      name: userName,
      roleId,
      isGiven,
      at: doneAt ?? madeAt,
    })),
  };
}

/** Returns who has the live role because of each streamer, for the streamers' pages. */
export async function listLiveRoleHolders(db: Db, streamerIds: readonly string[]): Promise<Map<string, UserId[]>> {
  const holders = await listHolders(db, { kinds: [kinds.streamer], reasons: streamerIds });
  const byStreamer = Map.groupBy(holders, ({ reason }) => reason);
  return new Map([...byStreamer].map(([id, list]) => [id, list.map(({ userId }) => userId)]));
}

/**
 * Finds members by the start of their name, which needs no privileged intent. Leaves out bots, because they do not
 * stream. https://docs.discord.com/developers/resources/guild#search-guild-members
 */
export async function findMembers(ctx: Ctx, serverId: ServerId, query: string): Promise<FoundMember[]> {
  const userId = UserId.safeParse(query.trim()).data;
  const found = await asked(
    userId
      ? ctx.discord.members.get({ serverId, userId }).then((member) => [member])
      : ctx.discord.members.search({ serverId, query: query.trim(), limit: MOST }),
  );
  return found.flatMap((member) => toFound(ctx, member));
}

function toFound(ctx: Ctx, { user, nick }: Member): FoundMember[] {
  if (!user || user.isBot) return [];
  const { id, username, displayName } = user;
  return [
    { id, name: nick ?? displayName ?? username, username, avatar: imageUrl(ctx.config, 'avatars', id, user.avatar) },
  ];
}

/** Returns an empty list for an unknown id, or for a server that the bot has just left. */
async function asked(answer: Promise<readonly Member[]>): Promise<readonly Member[]> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof UpstreamError && error.kind === 'gone') return [];
    if (error instanceof UpstreamError && error.kind === 'denied') throw new AppError('serverNotFound');
    throw error;
  }
}
