'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useTranslations } from 'next-intl';
import { useSingleKeys } from '../../shell/shortcuts/use-single-keys.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useAddForm } from './form/add-button.tsx';
import { AllStreamers } from './list/all-streamers.tsx';
import { PlatformTabs } from './list/platform-tabs.tsx';

/** Lists the platforms to choose from, and all followed streamers below them. */
export function PlatformChoice({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('notifications');
  const { open, button, second, form } = useAddForm({ serverId });
  useSingleKeys({ n: () => open?.() });
  return (
    <>
      <PageHeader title={t('title')} description={t('choose')} actions={button} />
      <PlatformTabs serverId={serverId} here={null} />
      <AllStreamers serverId={serverId} add={second} />
      {form}
    </>
  );
}
