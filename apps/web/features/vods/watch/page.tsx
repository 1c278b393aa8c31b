import { RecordingPage } from '@tally/contract/vods/calls';
import { ServerId } from '@tally/contract/wire/ids';
import { Film } from 'lucide-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { MessagesOf } from '../../../i18n/messages.tsx';
import { config } from '../../../lib/config.ts';
import { apiPath } from '../../../lib/paths/paths.ts';
import { proxied } from '../../../lib/proxy/proxied.ts';
import { readPublic } from '../../../lib/read-public.ts';
import { dateTime, duration } from '../../../lib/words/format.ts';
import { isolated } from '../../../lib/words/mentions.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { BestAddresses } from '../../../shell/screens/best-addresses.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { Player, ShareButton } from './player.tsx';

type Params = Promise<{ server: string; recording: string }>;

/** Cached for the page and its metadata. Returns null if the recording was deleted or never existed. */
const read = cache(async (server: string, recording: string): Promise<RecordingPage | null> => {
  const isAddress = ServerId.safeParse(server).success && /^[\w-]{1,64}$/.test(recording);
  if (!isAddress) notFound();
  return await readPublic(`/data/recordings/${server}/${recording}`, RecordingPage);
});

const videoPath = (server: string, recording: string): string => apiPath(`/data/vods/${server}/${recording}`);

export async function watchMetadata({ params }: { params: Params }): Promise<Metadata> {
  const { server, recording } = await params;
  const [found, t] = await Promise.all([read(server, recording), getTranslations('vods.page')]);
  const robots = { index: false };
  if (!found) return { title: t('goneTitle'), robots };
  const title = found.title ?? found.streamerUserName;
  const description = t('description', {
    name: found.streamerUserName,
    platform: platformNames[found.platform],
  });
  return {
    title,
    description,
    robots,
    openGraph: {
      type: 'video.other',
      title,
      description,
      url: `${config().webUrl}/vods/${server}/${recording}`,
      videos: [{ url: `${config().webUrl}${videoPath(server, recording)}`, type: 'video/mp4' }],
      ...(found.thumbnailUrl ? { images: [found.thumbnailUrl] } : {}),
    },
  };
}

/** Anyone with the URL can watch the recording while the server keeps it. */
export async function WatchPage({ params }: { params: Params }) {
  const { server, recording } = await params;
  const [found, t, locale] = await Promise.all([read(server, recording), getTranslations('vods.page'), getLocale()]);
  if (!found) {
    return (
      <Screen icon={Film} title={t('goneTitle')} text={t('goneText')}>
        <BestAddresses names={['docs', 'faq', 'status']} />
      </Screen>
    );
  }
  const title = found.title ?? found.streamerUserName;
  const length = found.durationSeconds === null ? [] : [duration(found.durationSeconds * 1_000, locale)];
  return (
    <article className="mx-auto max-w-5xl px-5 py-10">
      <h1 className="page-title text-balance [overflow-wrap:anywhere]" dir="auto">
        {title}
      </h1>
      <p className="mt-1 mb-5 flex flex-wrap gap-x-3 text-muted">
        {[found.streamerUserName, dateTime(found.startedAt, locale), ...length].map((fact) => (
          <bdi key={fact}>{fact}</bdi>
        ))}
      </p>
      <MessagesOf homes={['vods']}>
        <Player
          title={title}
          src={videoPath(server, recording)}
          chapters={found.chapters}
          thumbnailUrl={proxied(found.thumbnailUrl)}
        />
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Avatar name={found.server.name} src={found.server.icon} size={40} shape="square" />
          <p className="me-auto min-w-0">
            <span className="block font-semibold">{t('keptBy', { server: isolated(found.server.name) })}</span>
            <span className="block text-muted text-small">
              {t('until', { time: dateTime(found.allowedUntil, locale) })}
            </span>
          </p>
          <ShareButton title={title} />
          <ButtonLink href={found.url}>{t('onPlatform', { platform: platformNames[found.platform] })}</ButtonLink>
        </div>
      </MessagesOf>
    </article>
  );
}
