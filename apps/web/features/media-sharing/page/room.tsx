import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { config } from '../../../lib/config.ts';
import { ClientPage } from '../../../shell/client-page.tsx';
import { userIdOf } from '../../../shell/page-of.ts';
import { RoomScreen } from '../room/screen.tsx';

export async function roomMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('media-sharing'))('title') };
}

/** The room of the person in the URL: the caller's own, or one that they help manage. */
export async function RoomPage({ params }: { params: Promise<{ id: string }> }) {
  const userId = await userIdOf(params);
  const { webUrl, players } = config();
  return (
    <ClientPage homes={['media-sharing', 'servers']}>
      <NuqsAdapter>
        {/* The key resets selections and input when the room changes. */}
        <RoomScreen key={userId} userId={userId} players={players} webUrl={webUrl} />
      </NuqsAdapter>
    </ClientPage>
  );
}
