/** static-cdn.jtvnw.net: portraits, previews, box art, emotes. Painted when asked for. */
import { paintBanner, paintEmote, paintPortrait, paintStage } from '../platform/pictures/scenes.ts';
import { type Answer, answerPicture, type Names, type Route } from './call.ts';
import { findByLogin, getGame, type TwitchWorld } from './world.ts';

const missing: Answer = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' };

export function fileRoutes(world: TwitchWorld): Route[] {
  const get = (path: string, run: (names: Names) => Answer): Route => ({
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
    get('/cdn/badges/v1/:set/:size', ({ set = '' }) => answerPicture(paintEmote(set))),
    get('/cdn/emoticons/v2/:id/:format/:theme/:scale', ({ id = '' }) => answerPicture(paintEmote(id))),
  ];
}

/** A picture that changes with the minutes while its address stays. */
function showPreview(world: TwitchWorld, file: string): Answer {
  const login = /^live_user_(.+)-\d+x\d+\.png$/.exec(file)?.[1];
  const person = login ? findByLogin(world, login) : null;
  if (!person?.stream) return missing;
  const minute = Math.floor((world.doors.now().getTime() - person.stream.startedAt.getTime()) / 60_000);
  const { hue } = getGame(world, person.gameId);
  return answerPicture(paintStage({ key: person.stream.id, hue, minute: Math.max(0, minute) }));
}
