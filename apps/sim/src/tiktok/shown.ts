import type { World } from '../world.ts';
import type { TikTokWorld } from './world.ts';

/** Returns the post for players on other sites, or null if it is not public. */
export function findShownUpload(
  world: World | undefined,
  id: string,
): { readonly title: string; readonly author: string; readonly seconds: number } | null {
  const people = (world as (World & { readonly state: TikTokWorld }) | undefined)?.state.people.values() ?? [];
  for (const { uploads, nickname, isPrivate } of people) {
    const upload = uploads.find((each) => each.id === id);
    if (upload && !isPrivate) return { title: upload.text, author: nickname, seconds: upload.seconds };
  }
  return null;
}
