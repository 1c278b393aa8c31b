import { type Answer, answerJson, type Call, Refusal, unauthorized } from '../call.ts';
import { rfc3339, showStream } from '../shapes.ts';
import type { Person, Token, TwitchWorld } from '../world.ts';
import { cutPage, readFirst, readIds } from './query.ts';
import type { HelixRoute } from './routes.ts';

/** The relations that a person can have to a channel. */
export const standings = ['subscriber', 'follower', 'moderator', 'vip'] as const;
export type Standing = (typeof standings)[number];

/** Returns the people with this relation, and since when. */
const of = (world: TwitchWorld, channelId: string, standing: Standing): Map<string, Date> => {
  const key = `${channelId} ${standing}`;
  const known = world.standings.get(key) ?? new Map<string, Date>();
  world.standings.set(key, known);
  return known;
};

export function setStanding(
  world: TwitchWorld,
  about: { channel: Person; viewer: Person; standing: Standing; isOn: boolean },
): void {
  const list = of(world, about.channel.userId, about.standing);
  if (!about.isOn) list.delete(about.viewer.userId);
  else if (!list.has(about.viewer.userId)) list.set(about.viewer.userId, world.doors.now());
}

/** https://dev.twitch.tv/docs/api/reference/ lists the scope and the person that each call needs. */
export function standingRoutes(world: TwitchWorld): HelixRoute[] {
  const asCreator = (path: string, scope: string, standing: Standing): HelixRoute => ({
    method: 'GET',
    path,
    run: (call, token) => {
      const channelId = needId(call, 'broadcaster_id');
      needPerson(token, scope, channelId, 'broadcaster_id');
      return list(world, call, { channelId, standing });
    },
  });
  return [
    asCreator('/subscriptions', 'channel:read:subscriptions', 'subscriber'),
    { method: 'GET', path: '/channels/followers', run: (call, token) => followersOf(world, call, token) },
    asCreator('/moderation/moderators', 'moderation:read', 'moderator'),
    asCreator('/channels/vips', 'channel:read:vips', 'vip'),
    {
      method: 'GET',
      path: '/subscriptions/user',
      run: (call, token) => {
        const [channelId, userId] = [needId(call, 'broadcaster_id'), needId(call, 'user_id')];
        needPerson(token, 'user:read:subscriptions', userId, 'user_id');
        if (!of(world, channelId, 'subscriber').has(userId)) {
          const channel = world.people.get(channelId)?.login ?? channelId;
          throw new Refusal(404, `${world.people.get(userId)?.login ?? userId} has no subscription to ${channel}`);
        }
        return answerJson(200, { data: [{ ...broadcaster(world, channelId), is_gift: false, tier: '1000' }] });
      },
    },
    {
      method: 'GET',
      path: '/channels/followed',
      run: (call, token) => {
        const userId = needId(call, 'user_id');
        needPerson(token, 'user:read:follows', userId, 'user_id');
        return channelsOf(world, call, { userId, standing: 'follower' });
      },
    },
    {
      method: 'GET',
      path: '/streams/followed',
      run: (call, token) => {
        const userId = needId(call, 'user_id');
        needPerson(token, 'user:read:follows', userId, 'user_id');
        const live = [...world.people.values()]
          .flatMap((person) => (person.stream ? [{ person, stream: person.stream }] : []))
          .filter(({ person }) => of(world, person.userId, 'follower').has(userId))
          .sort((left, right) => right.stream.viewers - left.stream.viewers);
        const { items, pagination } = cutPage(call, live, readFirst(call, 100));
        return answerJson(200, {
          data: items.map(({ person, stream }) => showStream(world, person, stream)),
          pagination,
        });
      },
    },
    {
      method: 'GET',
      path: '/moderation/channels',
      run: (call, token) => {
        const userId = needId(call, 'user_id');
        needPerson(token, 'user:read:moderated_channels', userId, 'user_id');
        return channelsOf(world, call, { userId, standing: 'moderator' });
      },
    },
  ];
}

/**
 * Callers without permission to see the people get only their number:
 * https://dev.twitch.tv/docs/api/reference/#get-channel-followers
 */
function followersOf(world: TwitchWorld, call: Call, token: Token): Answer {
  const channelId = needId(call, 'broadcaster_id');
  const isModerator = (userId: string) => userId === channelId || of(world, channelId, 'moderator').has(userId);
  const sees = token.scopes.includes('moderator:read:followers') && token.userId !== null && isModerator(token.userId);
  const total = world.people.get(channelId)?.followers ?? 0;
  if (!sees) return answerJson(200, { total, data: [], pagination: {} });
  return list(world, call, { channelId, standing: 'follower', total });
}

function needId(call: Call, name: string): string {
  const [id] = readIds(call, name, 1);
  if (id === undefined) throw new Refusal(400, `Missing required parameter "${name}"`);
  return id;
}

function needPerson(token: Token, scope: string, userId: string, name: string): void {
  if (token.kind !== 'user') throw unauthorized('Missing User OAUTH Token');
  if (!token.scopes.includes(scope)) throw unauthorized(`Missing scope: ${scope}`);
  if (token.userId !== userId)
    throw unauthorized(`The ID in ${name} must match the user ID found in the request's OAuth token.`);
}

/** Every subscription here is tier one and paid by the subscriber. */
const tierOne = {
  gifter_id: '',
  gifter_login: '',
  gifter_name: '',
  is_gift: false,
  plan_name: 'Channel Subscription',
  tier: '1000',
};

const broadcaster = (world: TwitchWorld, id: string) => {
  const person = world.people.get(id);
  return { broadcaster_id: id, broadcaster_login: person?.login ?? '', broadcaster_name: person?.displayName ?? '' };
};

/** Lists all people with this relation to a channel, or only the requested ones. */
function list(
  world: TwitchWorld,
  call: Call,
  about: { channelId: string; standing: Standing; total?: number },
): Answer {
  const wanted = readIds(call, 'user_id');
  const all = [...of(world, about.channelId, about.standing)].filter(
    ([id]) => wanted.length === 0 || wanted.includes(id),
  );
  const { items, pagination } = cutPage(call, all, readFirst(call));
  const data = items.map(([id, since]) => {
    const person = world.people.get(id);
    const user = { user_id: id, user_login: person?.login ?? '', user_name: person?.displayName ?? '' };
    if (about.standing === 'follower') return { ...user, followed_at: rfc3339(since) };
    return about.standing === 'subscriber' ? { ...broadcaster(world, about.channelId), ...tierOne, ...user } : user;
  });
  const total = about.total ?? all.length;
  if (about.standing === 'follower') return answerJson(200, { total, data, pagination });
  // A subscription of the first tier is one point.
  if (about.standing === 'subscriber') return answerJson(200, { data, pagination, total, points: total });
  return answerJson(200, { data, pagination });
}

/** Lists the channels to which a person has this relation. */
function channelsOf(world: TwitchWorld, call: Call, about: { userId: string; standing: Standing }): Answer {
  const wanted = readIds(call, 'broadcaster_id', 1);
  const all = [...world.people.keys()].filter(
    (id) => of(world, id, about.standing).has(about.userId) && (wanted.length === 0 || wanted.includes(id)),
  );
  const { items, pagination } = cutPage(call, all, readFirst(call));
  const data = items.map((id) => {
    const since = of(world, id, about.standing).get(about.userId);
    const followed = about.standing === 'follower' && since ? { followed_at: rfc3339(since) } : {};
    return { ...broadcaster(world, id), ...followed };
  });
  return answerJson(200, { data, pagination, ...(about.standing === 'follower' ? { total: all.length } : {}) });
}
