/**
 * The creator's own API, version 1.0 (beta): https://rumblefaq.groovehq.com/help/how-to-use-rumble-s-live-stream-api
 */
import { type Answer, answerJson, type Call } from './call.ts';
import { isoTime } from './shapes.ts';
import type { Creator, RumbleWorld, Video } from './world.ts';

const MOST = 50;

export const apiUrl = (world: RumbleWorld, creator: Creator): string =>
  `${world.doors.baseUrl()}/site/-livestream-api/get-data?key=${creator.apiKey}`;

export function getData(world: RumbleWorld, call: Call): Answer {
  const key = call.query.get('key') ?? '';
  const creator = [...world.creators.values()].find(({ apiKey }) => apiKey === key);
  if (!creator) {
    const user = { id: null, logged_in: false };
    return answerJson(403, { user, errors: [{ code: '403', message: 'Invalid API key', type: 'forbidden' }] });
  }
  return answerJson(200, showData(world, creator));
}

/** A user's URL lists the streams of all their channels. A channel's lists only its own. */
function listStreams(world: RumbleWorld, creator: Creator): Video[] {
  const all = creator.kind === 'user' ? [...world.creators.values()] : [creator];
  return all
    .filter(({ username }) => username === creator.username)
    .flatMap(({ videos }) => videos.filter(({ stream }) => stream && stream.state !== 'upcoming'))
    .sort((left, right) => right.createdAt.getTime() - left.createdAt.getTime())
    .slice(0, MOST);
}

function showData(world: RumbleWorld, creator: Creator): Record<string, unknown> {
  const owner = [...world.creators.values()].find(
    ({ kind, username }) => kind === 'user' && username === creator.username,
  );
  const isChannel = creator.kind === 'channel';
  const followers = creator.recent.followers
    .slice(0, MOST)
    .map(({ username, at }) => ({ username, followed_on: isoTime(at) }));
  const subscribers = creator.recent.subscribers.slice(0, MOST).map(({ username, at }) => ({
    user: username,
    username,
    amount_cents: 500,
    amount_dollars: 5,
    subscribed_on: isoTime(at),
  }));
  return {
    now: Math.floor(world.doors.now().getTime() / 1000),
    type: creator.kind,
    user_id: (owner ?? creator).number.toString(36),
    username: creator.username,
    channel_id: isChannel ? creator.number : null,
    channel_name: isChannel ? creator.name : null,
    since: null,
    max_num_results: MOST,
    followers: {
      num_followers: creator.followers,
      num_followers_total: creator.followers + (isChannel ? (owner?.followers ?? 0) : 0),
      latest_follower: followers[0] ?? null,
      recent_followers: followers,
    },
    subscribers: {
      num_subscribers: creator.subscribers,
      num_subscribers_total: creator.subscribers,
      latest_subscriber: subscribers[0] ?? null,
      recent_subscribers: subscribers,
    },
    gifted_subs: { num_gifted_subs: 0, latest_gifted_sub: null, recent_gifted_subs: [] },
    livestreams: listStreams(world, creator).map((video) => showLivestream(video)),
  };
}

/** This is secret, because the response contains the key to broadcast as the creator. */
function showLivestream(video: Video): Record<string, unknown> {
  const { stream, title } = video;
  return {
    id: video.id.toString(36),
    title,
    created_on: isoTime(video.createdAt),
    is_live: stream?.state === 'live',
    scheduled_on: null,
    visibility: 'public',
    categories: {
      primary: stream ? { slug: stream.category.toLowerCase().replaceAll(' ', '-'), title: stream.category } : null,
      secondary: null,
    },
    server_url: 'rtmp://live.rumble.example.test/slot-23',
    stream_key: stream?.key ?? '',
    likes: 3,
    dislikes: 0,
    watching_now: stream?.state === 'live' ? stream.viewers : 0,
    chat: { latest_message: null, recent_messages: [], latest_rant: null, recent_rants: [] },
  };
}
