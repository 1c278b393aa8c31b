/** The calls of kick.com itself, which are unofficial, behind a block page, and unreliable. */

import { showSubscriberBadges } from '../badges.ts';
import { type Answer, answerJson, type Call, missing, type Names, type Route } from '../call.ts';
import { channelIdOf, showHistoryMessage } from '../realtime/send.ts';
import { avatarUrl } from '../shapes.ts';
import { findBySlug, type KickWorld, type Person } from '../world.ts';
import { getClip, getMobileClip, listClips } from './clips.ts';
import { getVideo, showSiteCategory, showSiteStream, showSiteVideo } from './streams.ts';

const GLOBAL_EMOTES = ['emojiHi', 'emojiGG', 'emojiHype'];

export function siteRoutes(world: KickWorld): Route[] {
  /** Most calls are about one channel. An unknown channel is a 404. */
  const ofChannel = (path: string, run: (person: Person, call: Call, names: Names) => Answer): Route => ({
    method: 'GET',
    path: `/site${path}`,
    run: (call, names) => {
      const person = findBySlug(world, names.slug ?? '');
      return person ? run(person, call, names) : missing();
    },
  });
  return [
    ofChannel('/api/v1/channels/:slug', (person) => answerJson(200, showSiteChannel(world, person))),
    ofChannel('/api/v2/channels/:slug', (person) => answerJson(200, showSiteChannel(world, person))),
    ofChannel('/api/v2/channels/:slug/livestream', (person) =>
      answerJson(200, { data: person.stream ? showSiteStream(world, person, person.stream) : null }),
    ),
    ofChannel('/api/v2/channels/:slug/clips', (person, call) => listClips(world, person, call)),
    ofChannel('/api/v2/channels/:slug/videos', (person) =>
      answerJson(
        200,
        listed(person).map((stream) => showSiteVideo(world, person, stream)),
      ),
    ),
    ofChannel('/api/v2/channels/:slug/videos/latest', (person) => {
      const [latest] = person.past;
      return answerJson(200, { data: latest ? showSiteVideo(world, person, latest) : null });
    }),
    ofChannel('/api/v2/channels/:slug/leaderboards', (person) => answerJson(200, showLeaderboards(world, person))),
    ofChannel('/api/v2/channels/:slug/users/:username', (person, _call, names) => showUser(world, person, names)),
    {
      method: 'GET',
      path: '/site/api/v2/channels/:id/messages',
      run: (_call, { id }) => listMessages(world, id ?? ''),
    },
    ofChannel('/emotes/:slug', (person) => answerJson(200, showEmotes(world, person))),
    { method: 'GET', path: '/site/api/v2/clips/:id', run: (_call, names) => getClip(world, names) },
    { method: 'GET', path: '/mobile/api/v1/clips/:id', run: (_call, names) => getMobileClip(world, names) },
    { method: 'GET', path: '/site/api/v1/video/:uuid', run: (_call, names) => getVideo(world, names) },
  ];
}

const listed = ({ past, recordings }: Person): Person['past'] => (recordings === 'newer calls only' ? [] : past);
const MESSAGES_ON_A_PAGE = 25;

/** Lists messages by the channel's own number, newest first. */
function listMessages(world: KickWorld, id: string): Answer {
  const channel = [...world.people.values()].find((person) => String(channelIdOf(person)) === id);
  if (!channel) return missing();
  const messages = [...world.chat.values()]
    .filter(({ broadcasterUserId }) => broadcasterUserId === channel.userId)
    .slice(-MESSAGES_ON_A_PAGE)
    .toReversed()
    .map((message) => showHistoryMessage(world, channel, message));
  return answerJson(200, { status: { error: false }, data: { messages, cursor: '' }, message: 'Success' });
}

function showSiteChannel(world: KickWorld, person: Person): Record<string, unknown> {
  return {
    id: person.userId + 1_000,
    user_id: person.userId,
    slug: person.slug,
    is_banned: false,
    playback_url: `https://playback.example.test/${person.slug}.m3u8`,
    vod_enabled: true,
    subscription_enabled: true,
    followersCount: person.followers,
    verified: person.isVerified ? { id: person.userId, channel_id: person.userId + 1_000 } : null,
    livestream: person.stream ? showSiteStream(world, person, person.stream) : null,
    user: {
      id: person.userId,
      username: person.username,
      bio: person.bio,
      profile_pic: avatarUrl(world, person),
    },
    chatroom: { id: person.userId + 2_000, chat_mode: 'public', slow_mode: false, followers_mode: false },
    recent_categories: [showSiteCategory(world, person.categoryId)],
    previous_livestreams: person.past.map((stream) => showSiteVideo(world, person, stream)),
    subscriber_badges: showSubscriberBadges(world, person),
  };
}

function showLeaderboards(world: KickWorld, person: Person): Record<string, unknown> {
  const gifts = [...person.standings]
    .filter(([, standing]) => standing.gifts > 0)
    .map(([userId, { gifts: quantity }]) => ({
      user_id: userId,
      username: world.people.get(userId)?.username ?? '',
      quantity,
    }))
    .sort((a, b) => b.quantity - a.quantity);
  return {
    gifts,
    gifts_enabled: true,
    gifts_week: gifts,
    gifts_week_enabled: true,
    gifts_month: gifts,
    gifts_month_enabled: true,
  };
}

/** This is the only call that shows whether one person follows or subscribes. */
function showUser(world: KickWorld, channel: Person, names: Names): Answer {
  const viewer = findBySlug(world, (names.username ?? '').replaceAll('_', '-'));
  if (!viewer) return missing();
  const standing = channel.standings.get(viewer.userId);
  return answerJson(200, {
    id: viewer.userId,
    username: viewer.username,
    slug: viewer.slug,
    profile_pic: avatarUrl(world, viewer),
    is_staff: false,
    is_channel_owner: viewer.userId === channel.userId,
    is_moderator: standing?.badges.includes('moderator') ?? false,
    badges: (standing?.badges ?? []).map((type) => ({ type, text: type, active: true })),
    following_since: standing?.followingSince?.toISOString() ?? null,
    subscribed_for: standing?.subscribedMonths ?? 0,
    banned: world.bans.has(`${channel.userId}:${viewer.userId}`) ? { reason: '' } : null,
  });
}

function showEmotes(world: KickWorld, person: Person): unknown[] {
  const global = (id: string, firstId: number): Record<string, unknown> => ({
    id,
    name: id,
    emotes: GLOBAL_EMOTES.map((name, index) => ({
      id: firstId + index,
      channel_id: null,
      name: id === 'Emoji' ? name : name.replace('emoji', 'kick'),
      subscribers_only: false,
    })),
  });
  return [
    {
      id: person.userId + 1_000,
      user_id: person.userId,
      slug: person.slug,
      user: { username: person.username, profile_pic: avatarUrl(world, person) },
      emotes: person.emotes.map((emote) => ({
        id: emote.id,
        channel_id: person.userId + 1_000,
        name: emote.name,
        subscribers_only: emote.forSubscribers,
      })),
    },
    global('Global', 37_220),
    global('Emoji', 1_730_750),
  ];
}
