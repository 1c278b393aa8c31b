import type { PublicMediaRoom } from '@tally/contract/media-sharing/views';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { MessagesOf } from '../../../i18n/messages.tsx';
import { CallError } from '../../../lib/call.ts';
import { config } from '../../../lib/config.ts';
import { askNow } from '../../../lib/start/ask-ahead.ts';
import { Answered } from '../../../shell/answered.tsx';
import { ShellProviders } from '../../../shell/layout/providers.tsx';
import { getShellData } from '../../../shell/shell-data.ts';
import { publicRoomQuery } from '../api.ts';
import { PublicRoomScreen } from '../public/screen.tsx';

interface Props {
  readonly params: Promise<{ name: string }>;
}

/** Returns null if the API does not answer now. The browser retries. */
async function roomOf({ params }: Props): Promise<{ name: string; room: PublicMediaRoom | null }> {
  const name = nameIn((await params).name);
  try {
    return { name, room: await askNow(publicRoomQuery(name)) };
  } catch (error) {
    if (error instanceof CallError && (error.status === 404 || error.status === 400)) notFound();
    return { name, room: null };
  }
}

function nameIn(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Invalid URL encoding matches no room.
    notFound();
  }
}

/** The metadata for link previews in chats. */
export async function publicRoomMetadata(props: Props): Promise<Metadata> {
  const [{ name, room }, t] = await Promise.all([roomOf(props), getTranslations('media-sharing.public')]);
  const { SITE_NAME: siteName } = config();
  const owner = room?.owner.name ?? name;
  const [title, description] = [t('title', { name: owner }), t('description', { name: owner })];
  const url = `/media/${encodeURIComponent(name)}`;
  return {
    title,
    description,
    alternates: { canonical: url },
    openGraph: {
      siteName,
      type: 'website',
      title: `${title} · ${siteName}`,
      description,
      url,
      ...(room?.owner.avatar ? { images: [{ url: room.owner.avatar, alt: owner }] } : {}),
    },
    twitter: { card: 'summary' },
  };
}

/** The page where viewers see the queue and request videos. */
export async function PublicRoomPage(props: Props) {
  const [{ name, room }, shell] = await Promise.all([roomOf(props), getShellData()]);
  return (
    <article className="mx-auto max-w-3xl px-5 py-8 sm:py-12">
      <ShellProviders shell={shell}>
        <MessagesOf homes={['media-sharing']}>
          <Answered answers={room ? [{ key: publicRoomQuery(name).queryKey, data: room }] : []}>
            <PublicRoomScreen name={name} shell={shell} />
          </Answered>
        </MessagesOf>
      </ShellProviders>
    </article>
  );
}
