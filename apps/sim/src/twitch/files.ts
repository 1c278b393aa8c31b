/** Serves static-cdn.jtvnw.net: portraits, previews, box art, emotes. Pictures are drawn on request. */
import { readFileSync } from 'node:fs';
import { answerEmote } from '../platform/pictures/emotes.ts';
import { paintBanner, paintEmote, paintPortrait, paintStage } from '../platform/pictures/scenes.ts';
import { type Answer, answerDenied, answerPicture, type Names, type Route } from './call.ts';
import { layoutOf } from './helix/clip-downloads.ts';
import { globalEmotes } from './seed.ts';
import { findByLogin, getGame, type TwitchWorld } from './world.ts';

const missing: Answer = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' };

/** H.264 and AAC, made with a test pattern that all clips share. */
const clipFiles = {
  landscape: new URL('./media/landscape.mp4', import.meta.url),
  portrait: new URL('./media/portrait.mp4', import.meta.url),
} as const;

export function fileRoutes(world: TwitchWorld): Route[] {
  const get = (path: string, run: (names: Names) => Answer | Promise<Answer>): Route => ({
    method: 'GET',
    path,
    run: (_, names) => run(names),
  });
  return [
    get('/cdn/jtv_user_pictures/:file', ({ file = '' }) => {
      const person = world.people.get(file.replace(/\.png$/, ''));
      return person ? answerPicture(paintPortrait(person.displayName)) : missing;
    }),
    get('/cdn/previews-ttv/:file', ({ file = '' }) => showPreview(world, file)),
    get('/cdn/ttv-boxart/:file', ({ file = '' }) => {
      const game = world.games.get(file.split('-')[0] ?? '');
      return game ? answerPicture(paintBanner(game.hue)) : missing;
    }),
    get('/cdn/cf_vods/:id/:file', ({ id = '' }) => answerPicture(paintStage({ key: id, hue: 210, minute: 3 }))),
    get('/cdn/twitch-clips/:file', ({ file = '' }) => answerPicture(paintStage({ key: file, hue: 210, minute: 7 }))),
    { method: 'GET', path: '/cdn/clip-files/:file', run: ({ query }, { file = '' }) => sendClip(world, file, query) },
    get('/cdn/badges/v1/:set/:size', ({ set = '' }) => answerPicture(paintEmote(set))),
    get('/cdn/emoticons/v2/:id/:format/:theme/:scale', (names) => showEmote(world, names)),
  ];
}

function sendClip(world: TwitchWorld, file: string, query: URLSearchParams): Answer {
  const layout = layoutOf(world, file, query);
  if (!layout) return answerDenied;
  const headers = { 'content-type': 'video/mp4', 'content-disposition': `attachment; filename="${file}"` };
  return { status: 200, headers, body: readFileSync(clipFiles[layout]) };
}

const heights: Readonly<Record<string, number>> = { '1.0': 28, '2.0': 56, '3.0': 112 };

/** `default` is the animation, if there is one. A static emote has none. */
function showEmote(world: TwitchWorld, { id = '', format = '', scale = '' }: Names): Answer | Promise<Answer> {
  const known = [...globalEmotes, ...[...world.people.values()].flatMap(({ emotes }) => emotes)];
  const emote = known.find((each) => each.id === id);
  const size = heights[scale];
  if (!emote || size === undefined || !['default', 'static', 'animated'].includes(format)) return missing;
  if (format === 'animated' && emote.picture === 'png') return missing;
  return answerEmote({ name: emote.name, picture: format === 'static' ? 'png' : emote.picture, size });
}

/** Serves a picture that changes by the minute while its URL stays. */
function showPreview(world: TwitchWorld, file: string): Answer {
  const login = /^live_user_(.+)-\d+x\d+\.png$/.exec(file)?.[1];
  const person = login ? findByLogin(world, login) : null;
  if (!person?.stream) return missing;
  const minute = Math.floor((world.doors.now().getTime() - person.stream.startedAt.getTime()) / 60_000);
  const { hue } = getGame(world, person.gameId);
  return answerPicture(paintStage({ key: person.stream.id, hue, minute: Math.max(0, minute) }));
}
