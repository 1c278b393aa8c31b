/** The picture hosts (…-sign.tiktokcdn.com), whose URLs are signed and valid for a day. */
import { createHmac } from 'node:crypto';
import { paintPortrait, paintStage } from '../platform/pictures/scenes.ts';
import { type Answer, answerPicture, answerText, type Call, type Names, type Route } from './call.ts';
import { findRoom, findUpload, type TikTokWorld } from './world.ts';

const LIFE_SECONDS = 24 * 3_600;
const SECRET = 'pictures of the simulated TikTok';

const secondsNow = (world: TikTokWorld): number => Math.floor(world.doors.now().getTime() / 1_000);

const sign = (path: string, expires: number): string =>
  createHmac('sha256', SECRET).update(`${path}:${expires}`).digest('base64url').slice(0, 28);

export function signedUrl(world: TikTokWorld, path: string): string {
  // The expiry is a whole hour, as on the real ones, so the URL stays the same for a while.
  const expires = Math.floor(secondsNow(world) / 3_600) * 3_600 + LIFE_SECONDS;
  return `${world.doors.baseUrl()}/files/${path}.png?x-expires=${expires}&x-signature=${sign(path, expires)}`;
}

export function fileRoutes(world: TikTokWorld): Route[] {
  const get = (kind: string, paint: (id: string) => Uint8Array | null): Route => ({
    method: 'GET',
    path: `/files/${kind}/:file`,
    run: (call, names) => show(world, { call, names, kind, paint }),
  });
  return [
    get('avatar', (id) => {
      const person = world.people.get(id);
      return person ? paintPortrait(person.uniqueId) : null;
    }),
    get('room', (id) => {
      const found = findRoom(world, id);
      if (!found) return null;
      const until = found.room.endedAt ?? world.doors.now();
      const minute = Math.max(0, Math.floor((until.getTime() - found.room.startedAt.getTime()) / 60_000));
      return paintStage({ key: id, hue: 186, minute });
    }),
    get('video', (id) => (findUpload(world, id) ? paintStage({ key: id, hue: 344, minute: 1 }) : null)),
  ];
}

function show(
  world: TikTokWorld,
  about: { call: Call; names: Names; kind: string; paint: (id: string) => Uint8Array | null },
): Answer {
  const { call, names, kind, paint } = about;
  const id = (names.file ?? '').replace(/\.png$/, '');
  const expires = Number(call.query.get('x-expires'));
  const isSigned = call.query.get('x-signature') === sign(`${kind}/${id}`, expires);
  if (!isSigned || expires < secondsNow(world)) return answerText(403, 'Access Denied');
  const picture = paint(id);
  return picture ? answerPicture(picture) : answerText(404, 'Not Found');
}
