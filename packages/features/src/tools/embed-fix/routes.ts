import { embedFix, type PageLink, pathOf, readKickLink, readPath } from '@tally/contract';
import { AppError, type Ctx, implement, type OpenAnswer, type OpenPath, type OpenRequest } from '@tally/kernel';
import { isBrowser, mayBeSentOn } from './match.ts';
import { writeCard, writeOembed } from './render.ts';
import { describe } from './service/card.ts';
import { keyOf } from './service/clip-file.ts';
import { type Reading, readPage } from './service/read.ts';

export const routes = implement(embedFix, {
  async readLink(ctx, { query }) {
    const link = readKickLink(query.link);
    if (!link) throw new AppError('notAKickLink');
    return await describe(ctx, link, await readPage(ctx, link));
  },
});

export const openPaths: readonly OpenPath[] = [
  {
    word: 'e',
    async answer(ctx, request) {
      const clipId = clipIn(request);
      if (clipId) return { file: keyOf(clipId), headers: { 'cache-control': 'public, max-age=86400' } };
      const link = readPath(request.segments);
      return link ? await answerLink(ctx, link, request) : await answerUnknown(ctx, request);
    },
  },
];

/** Returns the clip's id from `media/clips/<id>.mp4`. */
function clipIn({ segments }: OpenRequest): string | null {
  const [first, second, file = ''] = segments;
  const link =
    first === 'media' && segments.length === 3 && file.endsWith('.mp4') && readPath([second ?? '', file.slice(0, -4)]);
  return link && link.kind === 'clip' ? link.id : null;
}

async function answerLink(ctx: Ctx, link: PageLink, request: OpenRequest): Promise<OpenAnswer> {
  const reading = await readPage(ctx, link);
  const target = targetOf(link, reading);
  if (isBrowser(request.userAgent)) return sendOn(target);
  const card = await describe(ctx, link, reading);
  if (request.query.format === 'oembed') {
    return { status: 200, headers: headersOf('application/json; charset=utf-8'), body: writeOembed(card, target) };
  }
  const body = writeCard({ card, target, isSentOn: mayBeSentOn(request.userAgent) });
  return { status: reading === 'unknown' ? 404 : 200, headers: headersOf('text/html; charset=utf-8'), body };
}

/** The answer does not contain the requested URL. */
async function answerUnknown(ctx: Ctx, { userAgent }: OpenRequest): Promise<OpenAnswer> {
  const target = 'https://kick.com/';
  if (isBrowser(userAgent)) return sendOn(target);
  const card = await describe(ctx, { kind: 'channel', channel: '' }, 'unknown');
  const body = writeCard({ card, target, isSentOn: mayBeSentOn(userAgent) });
  return { status: 404, headers: headersOf('text/html; charset=utf-8'), body };
}

/** Returns the page's current URL at Kick, or else the requested one. Kick requires the channel in the URL. */
function targetOf(link: PageLink, reading: Reading): string {
  if (typeof reading === 'object') return reading.url;
  return link.kind !== 'channel' && link.channel === null ? 'https://kick.com/' : `https://kick.com/${pathOf(link)}`;
}

const sendOn = (location: string): OpenAnswer => ({
  status: 302,
  headers: { location, vary: 'user-agent', 'cache-control': 'no-store' },
  body: '',
});

const headersOf = (type: string) => ({
  'content-type': type,
  vary: 'user-agent, accept-language',
  'cache-control': 'public, max-age=60',
});
