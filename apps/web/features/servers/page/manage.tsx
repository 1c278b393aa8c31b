import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { homesOfSettings } from '../../../i18n/homes.ts';
import { config } from '../../../lib/config.ts';
import { ClientPage } from '../../../shell/client-page.tsx';
import { serverIdOf } from '../../../shell/page-of.ts';
import { ServerGate } from '../../../shell/server/gate.tsx';
import { Manage } from '../manage/screen.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('servers'))('manageTitle') };
}

export async function ManagePage({ params }: { params: Promise<{ id: string }> }) {
  const serverId = await serverIdOf(params);
  return (
    <ClientPage homes={homesOfSettings}>
      <ServerGate serverId={serverId}>
        <NuqsAdapter>
          <Manage serverId={serverId} site={config().SITE_NAME} />
        </NuqsAdapter>
      </ServerGate>
    </ClientPage>
  );
}
