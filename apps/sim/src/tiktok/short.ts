/** vm.tiktok.com, vt.tiktok.com and www.tiktok.com/t/: share links of the app. */
import type { Answer, Call, Names, Route } from './call.ts';
import { limited } from './limits.ts';
import type { Person, TikTokWorld } from './world.ts';

const HOME = 'https://www.tiktok.com/?_r=1';

export function shortRoutes(world: TikTokWorld): Route[] {
  const follow = (_: Call, { code = '' }: Names): Answer => ({
    status: 301,
    // An unknown code leads to the front page.
    headers: { location: world.shorts.get(code) ?? HOME },
    body: '',
  });
  return ['/short/vm.tiktok.com/:code', '/short/vt.tiktok.com/:code', '/short/www.tiktok.com/t/:code'].map((path) => ({
    method: 'GET',
    path,
    run: limited(world, follow),
  }));
}

export function shorten(
  world: TikTokWorld,
  person: Person,
  about: { readonly video?: string | undefined; readonly to?: string | undefined; readonly host: string },
): string {
  const code = `ZM${Buffer.from(world.doors.bytes(6)).toString('hex').slice(0, 7)}`;
  const id = about.video ?? person.uploads[0]?.id ?? '';
  world.shorts.set(code, about.to ?? `https://www.tiktok.com/@${person.uniqueId}/video/${id}?_r=1&_t=ZM-shared`);
  return `https://${about.host}/${about.host.startsWith('www.') ? 't/' : ''}${code}/`;
}
