import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { askNow } from '../../../lib/ask-ahead.ts';
import { CallError } from '../../../lib/call.ts';
import { config } from '../../../lib/config.ts';
import { playerQuery } from '../api.ts';
import { MediaPlayer } from './view.tsx';
import { playerWords } from './words.ts';

/** What OBS shows. All that it needs to know comes from the address; nothing is asked who is logged in. */
export async function MediaPlayerPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  if (await isGone(token)) notFound();
  const { youtubePlayerUrl, tiktokPlayerUrl } = config();
  const sources = { youtubeUrl: youtubePlayerUrl, tiktokUrl: tiktokPlayerUrl };
  return <MediaPlayer token={token} sources={sources} words={await playerWords()} />;
}

/** When the API cannot be reached, the player connects as soon as it can. */
async function isGone(token: string): Promise<boolean> {
  try {
    await askNow(playerQuery(token));
    return false;
  } catch (error) {
    return error instanceof CallError && (error.status === 404 || error.status === 400);
  }
}

export async function mediaPlayerMetadata(): Promise<Metadata> {
  const t = await getTranslations('media-player');
  return { title: t('title'), robots: { index: false, follow: false } };
}
