import type { ServerResponse } from 'node:http';
import type { State } from '../state/state.ts';
import { pictureFor } from './picture.ts';

/** Serves `/discord/cdn/…`: uploads, and a generated picture for every other URL. */
export function serveCdn(state: State, res: ServerResponse, path: string, query: URLSearchParams): boolean {
  const name = decodeURIComponent(path).replace(/^\//, '');
  const kept = state.files.get(name) ?? state.files.get(name.replace(/\.\w+$/, ''));
  if (kept) {
    res.writeHead(200, {
      'content-type': kept.contentType,
      'content-length': kept.bytes.length,
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
    });
    res.end(kept.bytes);
    return true;
  }
  if (!/^(avatars|icons|banners|splashes|emojis|embed\/avatars|role-icons|guilds|app-icons)\//.test(name)) return false;
  const asked = Number(query.get('size') ?? 128);
  const size = Number.isInteger(asked) && asked >= 16 && asked <= 1024 ? asked : 128;
  const picture = pictureFor(name.replace(/\.\w+$/, ''), size);
  res.writeHead(200, {
    'content-type': 'image/png',
    'content-length': picture.length,
    'cache-control': 'public, max-age=86400',
    'access-control-allow-origin': '*',
  });
  res.end(picture);
  return true;
}
