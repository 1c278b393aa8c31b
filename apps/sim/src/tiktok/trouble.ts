import { type Answer, answerJson, answerText } from './call.ts';
import { bareShell, captcha, challenge, pageWithState, type StateTag } from './pages.ts';
import { isFuture, type Part, type TikTokWorld, type Trouble } from './world.ts';

/** Returns the part of the site for a path. Pictures have none and always work. */
export function partOf(path: string): Part | null {
  if (/^\/site\/@[^/]+\/live\/?$/.test(path)) return 'live pages';
  if (path.startsWith('/site/@')) return 'profiles';
  if (path.startsWith('/site/api-live/')) return 'room api';
  if (path.startsWith('/site/api/creator/')) return 'item list';
  if (path.startsWith('/site/embed/') || path.startsWith('/site/oembed')) return 'embeds';
  return path.startsWith('/webcast/') ? 'webcast' : null;
}

/** Returns true for HTML for people, and false for JSON for programs. */
export const isPage = (path: string): boolean => path.startsWith('/site/@') || path.startsWith('/site/embed/');

/** Returns the response during an active fault. */
export function findTrouble(world: TikTokWorld, path: string): Answer | null {
  const part = partOf(path);
  if (!part) return null;
  world.troubles = world.troubles.filter(({ until }) => isFuture(world, until));
  const trouble = world.troubles.find((each) => each.part === 'everything' || each.part === part);
  if (!trouble) return null;
  return isPage(path) ? pageIn(trouble.kind, path, world.doors.baseUrl()) : callIn(trouble.kind);
}

const down = (): Answer => answerText(503, 'upstream connect error');

function pageIn(kind: Trouble, path: string, baseUrl: string): Answer {
  switch (kind) {
    case 'block':
      return challenge();
    case 'captcha':
      return captcha();
    case 'outage':
      return down();
    case 'limit':
      return { status: 429, headers: {}, body: '' };
    case 'no data':
      return bareShell();
    case 'new layout':
      return pageWithState(tagOf(path), { __VERSION__: 9, page: { blocks: [{ kind: 'live', payload: null }] } });
    case 'empty':
      return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: '' };
    case 'geo':
      return { status: 302, headers: { location: `${baseUrl}/site/hk/notfound` }, body: '' };
  }
}

const tagOf = (path: string): StateTag => {
  if (path.startsWith('/site/embed/')) return '__FRONTITY_CONNECT_STATE__';
  return partOf(path) === 'live pages' ? 'SIGI_STATE' : '__UNIVERSAL_DATA_FOR_REHYDRATION__';
};

function callIn(kind: Trouble): Answer {
  switch (kind) {
    case 'block':
      return { status: 403, headers: { 'content-type': 'text/html' }, body: '<H1>Access Denied</H1>' };
    case 'captcha':
      return answerJson(200, { code: '10000', type: 'verify', subtype: 'slide', region: 'va', detail: '' });
    case 'outage':
      return down();
    case 'limit':
      return { status: 429, headers: {}, body: '' };
    case 'no data':
      return answerJson(200, {});
    case 'new layout':
      return answerJson(200, { version: 9, payload: { rooms: [] } });
    case 'empty':
      return { status: 200, headers: { 'content-type': 'application/json' }, body: '' };
    case 'geo':
      return answerJson(200, { statusCode: 10_231, status_code: 10_231, statusMsg: 'not available in your region' });
  }
}
