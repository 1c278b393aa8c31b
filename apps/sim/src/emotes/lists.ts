import { type Answer, answerJson, type Route } from '../platform/call.ts';
import { isMoving } from '../platform/pictures/emotes.ts';
import type { Emote, EmotesWorld } from './world.ts';

const get = (path: string, run: Route['run']): Route => ({ method: 'GET', path, run });

/** https://7tv.io/docs */
export const sevenTvRoutes = (world: EmotesWorld): Route[] => [
  get('/7tv/v3/emote-sets/global', () =>
    answerJson(200, {
      id: '01HKQT8EWR000ESSWF3625XCS4',
      name: '7TV Global Emotes',
      emotes: world.globals['7tv'].map(of7tv),
    }),
  ),
  get('/7tv/v3/users/:platform/:id', (_call, { platform = '', id = '' }): Answer => {
    const emotes = world.channels['7tv'].get(`${platform}/${id}`);
    if (!emotes) {
      const error = 'Unknown User';
      return answerJson(404, { status_code: 404, status: 'Not Found', error, error_code: 70_442 });
    }
    // An account without an active set has null here. An empty set has no list.
    const set = emotes.length === 0 ? null : { id: `01J${id}`, name: `${id}'s emotes`, emotes: emotes.map(of7tv) };
    return answerJson(200, { id, platform: platform.toUpperCase(), username: id, display_name: id, emote_set: set });
  }),
];

const sizes = [1, 2, 3, 4];

function of7tv({ id, name, picture, isOverlay = false }: Emote): object {
  const isAnimated = isMoving(picture);
  const formats = isAnimated ? ['WEBP', 'AVIF', 'GIF'] : ['WEBP', 'AVIF', 'PNG'];
  const files = formats.flatMap((format) =>
    sizes.map((size) => ({
      name: `${size}x.${format.toLowerCase()}`,
      static_name: `${size}x_static.${format.toLowerCase()}`,
      width: size * 32,
      height: size * 32,
      frame_count: isAnimated ? 8 : 1,
      size: size * (format === 'GIF' ? 90_000 : 9_000),
      format,
    })),
  );
  const host = { url: `//cdn.7tv.app/emote/${id}`, files };
  const data = { id, name, flags: isOverlay ? 256 : 0, lifecycle: 3, listed: true, animated: isAnimated, host };
  return { id, name, flags: isOverlay ? 1 : 0, timestamp: 1_700_000_000_000, actor_id: null, data };
}

/** https://betterttv.com/developers/api */
export const bttvRoutes = (world: EmotesWorld): Route[] => [
  get('/bttv/3/cached/emotes/global', () => answerJson(200, world.globals.bttv.map(ofBttv))),
  get('/bttv/3/cached/users/:platform/:id', (_call, { platform = '', id = '' }): Answer => {
    const emotes = world.channels.bttv.get(`${platform}/${id}`);
    if (!emotes) return answerJson(404, { message: 'user not found' });
    const own = emotes
      .filter(({ isShared }) => !isShared)
      .map((emote) => ({ ...ofBttv(emote), userId: '5'.repeat(24) }));
    const user = { id: '6'.repeat(24), name: 'friend', displayName: 'Friend', providerId: '1' };
    const shared = emotes.filter(({ isShared }) => isShared).map((emote) => ({ ...ofBttv(emote), user }));
    return answerJson(200, {
      id: '5'.repeat(24),
      bots: world.bots.get(`${platform}/${id}`) ?? [],
      avatar: '',
      channelEmotes: own,
      sharedEmotes: shared,
    });
  }),
];

const ofBttv = ({ id, name, picture }: Emote): object => ({
  id,
  code: name,
  imageType: isMoving(picture) ? 'gif' : 'png',
  animated: isMoving(picture),
});

const room = (emotes: readonly Emote[]) => ({
  id: 1,
  _type: 1,
  icon: null,
  title: 'Emotes',
  css: null,
  emoticons: emotes.map(ofFfz),
});

/** https://api.frankerfacez.com/docs */
export const ffzRoutes = (world: EmotesWorld): Route[] => [
  // A set that is not a default one applies to no channel.
  get('/ffz/v1/set/global', () => {
    const strange = room([{ id: '299999', name: 'NotForYou', picture: 'png' }]);
    return answerJson(200, {
      default_sets: [3],
      sets: { 3: { ...room(world.globals.ffz), id: 3 }, 4330: strange },
      users: {},
    });
  }),
  get('/ffz/v1/set/:id', (_call, { id }): Answer => {
    // Flips and spins, which are drawn over other emotes, are a separate global set.
    const flip: Emote = { id: '720507', name: 'ffzX', picture: 'png', isOverlay: true };
    if (id === '1532818') return answerJson(200, { set: { ...room([flip]), id: 1_532_818 } });
    if (id !== '3') return answerJson(404, { status: 404, error: 'Not Found', message: 'No such set' });
    return answerJson(200, { set: { ...room(world.globals.ffz), id: 3 } });
  }),
  get('/ffz/v1/room/id/:id', (_call, { id = '' }): Answer => {
    const emotes = world.channels.ffz.get(`twitch/${id}`);
    if (!emotes) return answerJson(404, { status: 404, error: 'Not Found', message: 'No such room' });
    return answerJson(200, {
      room: { _id: 1, twitch_id: Number(id), id, is_group: false, set: 1 },
      sets: { 1: room(emotes) },
    });
  }),
];

function ofFfz({ id, name, picture, isOverlay = false }: Emote): object {
  const urls = (middle: string) =>
    Object.fromEntries([1, 2, 4].map((size) => [size, `//cdn.frankerfacez.com/emote/${id}${middle}/${size}`]));
  return {
    id: Number(id),
    name,
    height: 32,
    width: 32,
    public: false,
    hidden: false,
    modifier: isOverlay,
    modifier_flags: 0,
    owner: { _id: 1, name: 'friend', display_name: 'Friend' },
    urls: urls(''),
    ...(isMoving(picture) && { animated: urls('/animated') }),
  };
}
