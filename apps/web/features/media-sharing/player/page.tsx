import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { config } from '../../../lib/config.ts';
import { MediaPlayer } from './view.tsx';
import { playerWords } from './words.ts';

/** The page in OBS. Its URL contains everything that it needs, so there is no login. */
export async function MediaPlayerPage({ params }: { params: Promise<{ token: string }> }) {
  const [{ token }, words, ownLocale] = await Promise.all([params, playerWords(), getLocale()]);
  return <MediaPlayer token={token} players={config().players} words={words} ownLocale={ownLocale} />;
}

export async function mediaPlayerMetadata(): Promise<Metadata> {
  const t = await getTranslations('media-player');
  return { title: t('title'), robots: { index: false, follow: false } };
}
