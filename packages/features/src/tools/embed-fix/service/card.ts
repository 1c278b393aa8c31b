import { fixedUrlOf, type LinkCard, type PageLink } from '@tally/contract';
import { isOutsideHost } from '@tally/infra/http';
import { type Ctx, type LinkedPage, say } from '@tally/kernel';
import { findVideo } from './clip-file.ts';
import type { Reading } from './read.ts';

const plainTitles = { channel: 'embedFix.aChannel', clip: 'embedFix.aClip', video: 'embedFix.aVideo' } as const;

/** Describes a page as a card for chats. */
export async function describe(ctx: Ctx, link: PageLink, reading: Reading): Promise<LinkCard> {
  const { webUrl, SITE_NAME: siteName } = ctx.config;
  const fixedUrl = fixedUrlOf(webUrl, link);
  const bare = {
    fixedUrl,
    isReachable: isOutsideHost(new URL(webUrl).hostname),
    siteName,
    author: null,
    image: null,
    imageSize: null,
    isScene: false,
    video: null,
    videoSize: null,
  };
  if (reading === 'unknown') {
    return { ...bare, title: say(ctx.locale, 'embedFix.unknown'), description: say(ctx.locale, 'embedFix.unknownWhy') };
  }
  if (reading === 'silent' || reading === 'blocked') {
    return {
      ...bare,
      title: say(ctx.locale, plainTitles[link.kind]),
      description: say(ctx.locale, `embedFix.${reading}`),
    };
  }
  const video = link.kind === 'clip' ? await findVideo(ctx, link.id) : null;
  const isScene = reading.imageUrl !== null && (reading.kind !== 'channel' || reading.isLive);
  return {
    ...bare,
    author: reading.channel.displayName,
    title: titleOf(ctx, reading),
    description: factsOf(ctx, reading),
    image: reading.imageUrl ?? reading.channel.avatarUrl,
    imageSize: isScene ? (video?.size ?? sizeIn(reading.imageUrl ?? '')) : null,
    isScene,
    video: video && link.kind === 'clip' ? `${webUrl}/e/media/clips/${link.id}.mp4` : null,
    videoSize: video?.size ?? null,
  };
}

/** Reads the size from `…/720.webp`: Kick names stream images by their height, and they have the stream's ratio. */
function sizeIn(url: string): LinkCard['imageSize'] {
  const height = Number(/\/(\d{3,4})\.\w+$/.exec(url)?.[1] ?? 0);
  return height > 0 ? { width: Math.round((height * 16) / 9), height } : null;
}

function titleOf({ locale }: Ctx, page: LinkedPage): string {
  const name = page.channel.displayName;
  if (page.kind !== 'channel') return page.title ?? say(locale, plainTitles[page.kind]);
  return page.isLive ? say(locale, 'embedFix.isLive', { name }) : say(locale, 'embedFix.isQuiet', { name });
}

/** Writes one line of text and one line of numbers. */
function factsOf({ locale }: Ctx, page: LinkedPage): string {
  const count = page.viewers;
  const figures = [
    page.category,
    count === null ? null : say(locale, page.isLive ? 'embedFix.watching' : 'embedFix.views', { count }),
    page.durationSeconds === null || page.isLive ? null : clock(page.durationSeconds),
  ];
  const words = page.kind === 'channel' ? (page.title ?? page.description) : page.channel.displayName;
  const line = figures.filter((each) => each !== null).join(' · ');
  return [words, line].filter(Boolean).join('\n');
}

const two = (value: number): string => String(value).padStart(2, '0');
function clock(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
