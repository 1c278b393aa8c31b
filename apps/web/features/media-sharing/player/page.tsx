import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { config } from '../../../lib/config.ts';
import { MediaPlayer } from './view.tsx';
import { playerWords } from './words.ts';

/** What OBS shows. All that it needs to know comes from the address; nothing is asked who is logged in. */
export async function MediaPlayerPage({ params }: { params: Promise<{ token: string }> }) {
  const { youtubePlayerUrl, tiktokPlayerUrl } = config();
  const sources = { youtubeUrl: youtubePlayerUrl, tiktokUrl: tiktokPlayerUrl };
  return <MediaPlayer token={(await params).token} sources={sources} words={await playerWords()} />;
}

export async function mediaPlayerMetadata(): Promise<Metadata> {
  const t = await getTranslations('media-player');
  return { title: t('title'), robots: { index: false, follow: false } };
}
