import type { Locale } from '@tally/contract';
import { say, type Video } from '@tally/kernel';
import { type MessagePayload, noMentions } from '@tally/message/discord';
import { breakMentions, cleanLine, cut, escapeMarkdown } from '@tally/message/template';
import type { Latest } from './service/latest.ts';

const TITLE_LENGTH = 80;
const NAME_LENGTH = 40;

/** Viewers write the titles, so we escape them, suppress pings, and link them only to their clip. */
export function renderLatest(locale: Locale, { channel, clips }: Latest): MessagePayload {
  return {
    embeds: [
      {
        title: cut(say(locale, 'clips.title', { name: isolated(plain(channel.displayName, NAME_LENGTH)) }), 256),
        url: channel.url,
        description:
          clips.length === 0 ? say(locale, 'clips.none') : clips.map((clip) => lineOf(locale, clip)).join('\n'),
      },
    ],
    allowed_mentions: noMentions,
  };
}

/** Breaks URLs in a title, because Discord would link to them instead of the clip. */
const unlinked = (text: string): string => text.replaceAll('://', ':/\u2009/');
const isolated = (text: string): string => `\u2068${text}\u2069`;
const plain = (text: string, length: number): string => cut(breakMentions(cleanLine(text)), length) || '…';
const shown = (text: string, length: number): string => isolated(escapeMarkdown(plain(text, length)));

function lineOf(locale: Locale, clip: Video): string {
  const { title, url, publishedAt, clipper, momentUrl, downloadUrl } = clip;
  return [
    `[${shown(unlinked(title ?? ''), TITLE_LENGTH)}](${url})`,
    ...(clipper ? [shown(clipper.name, NAME_LENGTH)] : []),
    `<t:${Math.floor(publishedAt.getTime() / 1_000)}:R>`,
    ...(momentUrl ? [`[${say(locale, 'clips.moment')}](${momentUrl})`] : []),
    ...(downloadUrl ? [`[${say(locale, 'clips.download')}](${downloadUrl})`] : []),
  ].join(' · ');
}
