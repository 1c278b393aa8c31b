import { plainName } from '@tally/contract/platforms/namesakes';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { isolated } from '../../../lib/words/mentions.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import type { StreamerAddress } from '../api.ts';

/** Shown for a name that this server does not follow, such as a mistyped or outdated one. */
export function NotFollowed({ address: { serverId, platform, ...address } }: { address: StreamerAddress }) {
  const name = plainName(address.name);
  const t = useTranslations('notifications');
  const list = `/dashboard/server/${serverId}/notifications/${platform}`;
  return (
    <>
      <PageHeader title={<bdi>{name}</bdi>} />
      <EmptyState
        title={t('editor.notFollowed', { name: isolated(name), platform: platformNames[platform] })}
        text={t('editor.notFollowedText')}
        action={
          <div className="flex flex-wrap gap-2">
            <ButtonLink icon={Plus} variant="primary" href={`${list}?add=${encodeURIComponent(name)}`}>
              {t('editor.addThem', { name: isolated(name) })}
            </ButtonLink>
            <ButtonLink href={list}>{t('editor.toList', { platform: platformNames[platform] })}</ButtonLink>
          </div>
        }
      />
    </>
  );
}
