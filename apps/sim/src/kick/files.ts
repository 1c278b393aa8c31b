/** Serves files.kick.com: portraits, thumbnails, emotes. Pictures are drawn on request and cached for a while. */

import { answerEmote } from '../platform/pictures/emotes.ts';
import { paintBanner, paintPortrait, paintStage } from '../platform/pictures/scenes.ts';
import { type Answer, answerPicture, type Call, type Names, type Route } from './call.ts';
import { getCategory, type KickWorld } from './world.ts';

const REMEMBERED = 300;
const missing: Answer = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' };

export function fileRoutes(world: KickWorld): Route[] {
  const painted = new Map<string, Uint8Array>();
  const show = (key: string, paint: () => Uint8Array): Answer => {
    const known = painted.get(key) ?? paint();
    painted.set(key, known);
    const [oldest] = painted.keys();
    if (painted.size > REMEMBERED && oldest !== undefined) painted.delete(oldest);
    return answerPicture(known);
  };
  const get = (path: string, run: (names: Names, call: Call) => Answer | Promise<Answer>): Route => ({
    method: 'GET',
    path,
    run: (call, names) => run(names, call),
  });
  return [
    get('/files/users/:id/profile.png', ({ id }) => {
      const person = world.people.get(Number(id));
      return person ? show(`user:${id}`, () => paintPortrait(person.username)) : missing;
    }),
    get('/files/thumbnails/:id/720.png', ({ id }) => showThumbnail(world, id ?? '', show)),
    get('/files/clips/:file', ({ file }) =>
      show(`clip:${file}`, () => paintStage({ key: file ?? '', hue: 210, minute: 7 })),
    ),
    get('/files/badges/:file', ({ file }) => show(`badge:${file}`, () => paintPortrait(`badge ${file}`))),
    get('/files/levels/:file', ({ file }) => show(`level:${file}`, () => paintPortrait(`level ${file}`))),
    get('/kickbot-media/kickbot-hls/:id/first_frame.jpg', ({ id }) =>
      show(`kickbot:${id}`, () => paintStage({ key: id ?? '', hue: 30, minute: 7 })),
    ),
    get('/files/categories/:id/banner.png', ({ id }) => {
      const category = world.categories.get(Number(id));
      return category ? show(`category:${id}`, () => paintBanner(category.hue)) : missing;
    }),
    get('/files/emotes/:id/fullsize', ({ id }, call) => showEmote(world, id ?? '', call)),
  ];
}

function showThumbnail(world: KickWorld, id: string, show: (key: string, paint: () => Uint8Array) => Answer): Answer {
  for (const person of world.people.values()) {
    const stream = [person.stream, person.dropped?.stream, ...person.past].find((candidate) => candidate?.id === id);
    if (!stream) continue;
    const until = stream.endedAt ?? world.doors.now();
    const minute = Math.max(0, Math.floor((until.getTime() - stream.startedAt.getTime()) / 60_000));
    const { hue } = getCategory(world, stream.categoryId);
    return show(`stage:${id}:${minute}:${hue}`, () => paintStage({ key: id, hue, minute }));
  }
  return missing;
}

/** Emotes are protected from hotlinking, so requests without the site as referrer are refused. */
function showEmote(world: KickWorld, id: string, call: Call): Answer | Promise<Answer> {
  if (!call.headers.referer?.startsWith('https://kick.com/')) {
    return { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Forbidden' };
  }
  const emote = [...world.people.values()].flatMap((person) => person.emotes).find((one) => String(one.id) === id);
  return answerEmote({ name: emote?.name ?? id, picture: emote?.picture ?? 'png' });
}
