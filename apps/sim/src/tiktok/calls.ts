/** The undocumented calls of the site's own pages and of webcast.tiktok.com. */
import {
  type Answer,
  answerJson,
  answerWithBigIds,
  type Call,
  invalidParameters,
  Refusal,
  type Route,
} from './call.ts';
import { limited } from './limits.ts';
import { showItem, showLiveUser, showRoomInfo } from './shapes.ts';
import { ordered } from './site.ts';
import { findByName, findBySecUid, findRoom, isLive, type TikTokWorld } from './world.ts';

const WEB_APP = '1988';
const NO_SUCH_USER = 19_881_007;
const ROOM_OVER = 30_003;
const MOST_ITEMS = 15;
const MOST_ROOMS = 50;
/** TikTok refuses the list without these parameters. */
const browserWords = ['app_name', 'browser_name', 'browser_platform', 'device_platform', 'os', 'region'];

export function callRoutes(world: TikTokWorld): Route[] {
  const on = (method: string, path: string, run: Route['run']): Route => ({ method, path, run: limited(world, run) });
  return [
    on('GET', '/site/api-live/user/room', (call) => userRoom(world, call)),
    on('GET', '/site/api/creator/item_list', (call) => itemList(world, call)),
    on('GET', '/webcast/webcast/room/check_alive', (call) => checkAlive(world, call)),
    on('POST', '/webcast/webcast/room/check_alive', (call) => checkAlive(world, call)),
    on('GET', '/webcast/webcast/room/info', (call) => roomInfo(world, call)),
  ];
}

const now = (world: TikTokWorld): number => world.doors.now().getTime();

function userRoom(world: TikTokWorld, { query }: Call): Answer {
  if (query.get('aid') !== WEB_APP || !query.get('sourceType')) throw invalidParameters();
  const person = findByName(world, query.get('uniqueId') ?? '');
  if (!person) throw new Refusal(NO_SUCH_USER, 'user_not_found');
  return answerJson(200, {
    data: showLiveUser(world, person),
    extra: { now: now(world) },
    message: '',
    statusCode: 0,
  });
}

/** Returns posts older than the cursor, newest first. Pinned ones come before all others. */
function itemList(world: TikTokWorld, { query }: Call): Answer {
  const count = Number(query.get('count'));
  const cursor = Number(query.get('cursor'));
  const isComplete = browserWords.every((word) => query.has(word)) && query.get('type') === '1';
  if (query.get('aid') !== WEB_APP || !isComplete || !(count >= 1 && count <= MOST_ITEMS)) throw invalidParameters();
  const person = findBySecUid(world, query.get('secUid') ?? '');
  const all = person && !person.isPrivate ? ordered(person).filter((each) => each.createdAt.getTime() < cursor) : [];
  return answerJson(200, {
    cursor: String(cursor),
    extra: { now: now(world) },
    hasMorePrevious: all.length > count,
    itemList: person ? all.slice(0, count).map((upload) => showItem(world, person, upload)) : [],
    statusCode: 0,
  });
}

function checkAlive(world: TikTokWorld, { query, body }: Call): Answer {
  const fields = new URLSearchParams([...query, ...new URLSearchParams(body)]);
  const ids = (fields.get('room_ids') ?? '').split(',').filter(Boolean);
  if (fields.get('aid') !== WEB_APP || ids.length === 0 || ids.length > MOST_ROOMS) throw invalidParameters();
  if (!ids.every((id) => /^\d{1,20}$/.test(id))) throw invalidParameters();
  const isAlive = (id: string): boolean => {
    const found = findRoom(world, id);
    return found !== null && isLive(found.person) && found.person.room === found.room;
  };
  return answerWithBigIds((bare) => ({
    data: ids.map((id) => ({ alive: isAlive(id), room_id: bare(id), room_id_str: id })),
    extra: { now: now(world) },
    status_code: 0,
  }));
}

function roomInfo(world: TikTokWorld, { query }: Call): Answer {
  if (query.get('aid') !== WEB_APP) throw invalidParameters();
  const found = findRoom(world, query.get('room_id') ?? '');
  if (!found || found.room.endedAt || found.person.isPrivate) {
    const words = { message: 'room has finished', prompts: 'LIVE has ended' };
    return answerJson(200, { data: words, extra: { now: now(world) }, status_code: ROOM_OVER });
  }
  const { person, room } = found;
  return answerWithBigIds((bare) => ({
    data: { id: bare(room.id), owner_user_id: bare(person.userId), ...showRoomInfo(world, person, room) },
    extra: { now: now(world) },
    status_code: 0,
  }));
}
