import { ClipPage as Clip, ClipId } from '@tally/contract/clips/calls';
import { Clapperboard, CloudOff } from 'lucide-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { findPublic } from '../../lib/read-public.ts';
import { duration } from '../../lib/words/format.ts';
import { BestAddresses } from '../../shell/screens/best-addresses.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';

type Params = Promise<{ clip: string }>;

/** Cached for the page and its metadata. Returns null if no such clip was posted. */
const read = cache(async (clip: string): Promise<Clip | null | 'down'> => {
  if (!ClipId.safeParse(clip).success) notFound();
  return await findPublic(`/data/clips/twitch/${clip}`, Clip);
});

/** The page contains URLs that expire, so search engines must not index it. */
export async function clipMetadata({ params }: { params: Params }): Promise<Metadata> {
  const [found, t] = await Promise.all([read((await params).clip), getTranslations('clips')]);
  const title = found === null || found === 'down' ? t('title') : (found.title ?? found.streamer);
  return { title, robots: { index: false } };
}

/** The download page for a clip whose streamer allows downloads. */
export async function ClipPage({ params }: { params: Params }) {
  const [found, t, locale] = await Promise.all([read((await params).clip), getTranslations('clips'), getLocale()]);
  if (found === 'down') return <Screen icon={CloudOff} title={t('downTitle')} text={t('downText')} />;
  if (found === null) {
    return (
      <Screen icon={Clapperboard} title={t('unknownTitle')} text={t('unknownText')}>
        <BestAddresses names={['docs', 'faq', 'status']} />
      </Screen>
    );
  }
  const { streamer, clipper, durationSeconds, landscapeUrl, portraitUrl } = found;
  const facts = [
    streamer,
    ...(clipper ? [t('by', { name: clipper })] : []),
    ...(durationSeconds === null ? [] : [duration(durationSeconds * 1_000, locale)]),
  ];
  return (
    <Screen
      icon={Clapperboard}
      title={<bdi className="[overflow-wrap:anywhere]">{found.title ?? streamer}</bdi>}
      text={
        <span className="flex flex-wrap gap-x-3">
          {facts.map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
        </span>
      }
      actions={
        <>
          {landscapeUrl && (
            <ButtonLink variant="primary" href={landscapeUrl}>
              {t('download')}
            </ButtonLink>
          )}
          {portraitUrl && (
            <ButtonLink variant={landscapeUrl ? 'quiet' : 'primary'} href={portraitUrl}>
              {t('portrait')}
            </ButtonLink>
          )}
          <ButtonLink href={found.url}>{t('onTwitch')}</ButtonLink>
        </>
      }
    >
      <p>{t(found.state, { name: streamer })}</p>
    </Screen>
  );
}
