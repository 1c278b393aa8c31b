/** The pages of www.tiktok.com, whose data is in a script tag. */
import { type Answer, answerJson, answerText, type Call, type Names, type Route } from './call.ts';
import { limited } from './limits.ts';
import { pageWithState } from './pages.ts';
import { showEmbedded, showListed, showLiveUser, showProfileUser, showStats, uploadCoverUrl } from './shapes.ts';
import { findByName, findUpload, type Person, type TikTokWorld } from './world.ts';

const LISTED = 10;
const NO_SUCH_USER = 10_221;
const PRIVATE_USER = 10_222;

export function siteRoutes(world: TikTokWorld): Route[] {
  const get = (path: string, run: Route['run']): Route => ({
    method: 'GET',
    path: `/site${path}`,
    run: limited(world, run),
  });
  /** Names follow an @. Other paths are unknown. */
  const ofName = (path: string, run: (person: Person | null, name: string) => Answer): Route =>
    get(path, (call, { handle = '' }) =>
      handle.startsWith('@') ? run(findByName(world, handle.slice(1)), handle.slice(1)) : unknownPage(call),
    );
  return [
    ofName('/:handle/live', (person) => livePage(world, person)),
    ofName('/:handle', (person) => profilePage(world, person)),
    ofName('/embed/:handle', (person, name) => channelEmbed(person, name)),
    get('/embed/v2/:id', (_, names) => videoEmbed(world, names)),
    get('/oembed', ({ query }) => oembed(world, query.get('url') ?? '')),
    get('/:region/notfound', () => answerText(404, 'This page is not available in your area')),
  ];
}

const unknownPage = ({ path }: Call): Answer => answerText(501, `The simulated TikTok has no page ${path}`);

function livePage(world: TikTokWorld, person: Person | null): Answer {
  const frame = { loadingState: { getRecommendLive: 0, getUserInfo: 3, getUserStat: 0 }, needLogin: false };
  if (!person) return pageWithState('SIGI_STATE', { LiveRoom: { ...frame, liveRoomStatus: 0 } }, 404);
  const liveRoomUserInfo = showLiveUser(world, person);
  return pageWithState('SIGI_STATE', {
    AppContext: { appContext: { language: 'en', region: 'GB' } },
    LiveRoom: { ...frame, liveRoomStatus: 1, liveRoomUserInfo },
    CurrentRoom: { loadingState: { enterRoom: 0 }, roomInfo: null, roomId: '', anchorUniqueId: person.uniqueId },
  });
}

/** This page always has status 200. A number in the body is the real status. */
function profilePage(world: TikTokWorld, person: Person | null): Answer {
  const detail = person
    ? {
        statusCode: person.isPrivate ? PRIVATE_USER : 0,
        statusMsg: '',
        userInfo: { user: showProfileUser(world, person), stats: showStats(person), itemList: [] },
      }
    : { statusCode: NO_SUCH_USER, statusMsg: 'user not exist', userInfo: {} };
  return pageWithState('__UNIVERSAL_DATA_FOR_REHYDRATION__', {
    __DEFAULT_SCOPE__: { 'webapp.app-context': { language: 'en' }, 'webapp.user-detail': detail },
  });
}

/** Returns all pinned videos first, including old ones, and then the newest. */
export const ordered = (person: Person): Person['uploads'] => [
  ...person.uploads.filter(({ isPinned }) => isPinned),
  ...person.uploads.filter(({ isPinned }) => !isPinned),
];

function channelEmbed(person: Person | null, name: string): Answer {
  const userInfo = person
    ? {
        id: person.userId,
        uniqueId: person.uniqueId,
        nickname: person.nickname,
        secUid: person.secUid,
        signature: person.bio,
        verified: person.isVerified,
        privateAccount: person.isPrivate,
        followerCount: person.followers,
        heartCount: person.followers * 14,
        videoCount: person.uploads.length,
      }
    : { code: 404 };
  const videoList = person && !person.isPrivate ? ordered(person).slice(0, LISTED).map(showListed) : [];
  return pageWithState('__FRONTITY_CONNECT_STATE__', {
    source: { data: { [`/embed/@${name}`]: { isReady: true, isFetching: false, userInfo, videoList } } },
  });
}

function videoEmbed(world: TikTokWorld, { id = '' }: Names): Answer {
  const found = findUpload(world, id);
  const isShown = found !== null && !found.person.isPrivate;
  const data = isShown
    ? { isReady: true, videoData: showEmbedded(world, found.person, found.upload) }
    : { isReady: true, isError: true, errorStatus: 404 };
  const state = { source: { data: { [`/embed/v2/${id}`]: data } } };
  return pageWithState('__FRONTITY_CONNECT_STATE__', state, isShown ? 200 : 404);
}

/** https://developers.tiktok.com/doc/embed-videos */
function oembed(world: TikTokWorld, url: string): Answer {
  const id = /^https:\/\/www\.tiktok\.com\/@[\w.]+\/(?:video|photo)\/(\d{5,20})/.exec(url)?.[1];
  const found = id === undefined ? null : findUpload(world, id);
  if (!found || found.person.isPrivate) return answerJson(400, { code: 400, message: 'Something went wrong' });
  const { person, upload } = found;
  return answerJson(200, {
    version: '1.0',
    type: 'video',
    title: upload.text,
    author_url: `https://www.tiktok.com/@${person.uniqueId}`,
    author_name: person.nickname,
    author_unique_id: person.uniqueId,
    width: '100%',
    height: '100%',
    html: `<blockquote class="tiktok-embed" data-video-id="${upload.id}"></blockquote>`,
    thumbnail_width: 576,
    thumbnail_height: 1_024,
    thumbnail_url: uploadCoverUrl(world, upload),
    provider_url: 'https://www.tiktok.com',
    provider_name: 'TikTok',
    embed_product_id: upload.id,
    embed_type: 'video',
  });
}
