'use client';

import type { Platform } from '@tally/contract/platforms/platform';
import { platformSettings } from '@tally/contract/platforms/words';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { Plus, TriangleAlert } from 'lucide-react';
import dynamic from 'next/dynamic';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type RefObject, startTransition, useMemo, useRef, useState } from 'react';
import { memories, useRemembered } from '../../../lib/drafts/remembered.ts';
import { isUnlimited } from '../../../lib/words/limits.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { meQuery } from '../../../shell/me.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import type { PlaceholderWords } from '../../message-editor/template/suggestions.tsx';
import { isWhole, streamersQuery } from '../api.ts';
import { useLiveJournal } from '../live-journal.ts';
import { PlatformTabs } from './platform-tabs.tsx';
import { RowsSkeleton } from './rows.tsx';
import { Table } from './table.tsx';

const loadForm = () => import('../form/add-streamer.tsx').then((module) => module.AddStreamer);
const AddStreamer = dynamic(loadForm, { ssr: false });
/** A person who hovers or focuses the button will probably want the form next. */
const soon = { onPointerEnter: () => void loadForm(), onFocus: () => void loadForm() };

export function Streamers({
  serverId,
  platform,
  words,
}: {
  serverId: ServerId;
  platform: Platform;
  words: PlaceholderWords;
}) {
  const t = useTranslations('notifications');
  const address = useMemo(() => ({ serverId, platform }), [serverId, platform]);
  const list = useQuery(streamersQuery(address));
  const streamers = useMemo(() => list.data?.streamers.filter(isWhole) ?? [], [list.data]);
  const [isAdding, setAdding, typed] = useAdding();
  // The form is large and loaded late: the key or click that opens it must not feel stuck.
  const openForm = () => startTransition(() => setAdding(true));
  const [hasKeys] = useRemembered(memories.hasSingleKeys);
  useLiveJournal(serverId);

  const name = platformNames[platform];
  const { currentTotal = 0, maxLimit = 0, isAvailable = false } = list.data ?? {};
  const isFull = currentTotal >= maxLimit;
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (ref?: RefObject<HTMLButtonElement | null>) => (
    <Button
      ref={ref}
      variant="primary"
      aria-keyshortcuts="n"
      onClick={openForm}
      disabled={!isAvailable || isFull}
      {...soon}
    >
      <Icon of={Plus} />
      {t('add')}
      {hasKeys && (
        <span aria-hidden className="max-sm:hidden pointer-coarse:hidden [&_kbd]:border-on-ink/40 [&_kbd]:text-on-ink">
          <Kbd>{'N'}</Kbd>
        </span>
      )}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('platformTitle', { platform: name })}
        actions={
          <>
            <ButtonLink href={`/dashboard/server/${serverId}/journal?platform=${platform}`}>
              {t('journal.open')}
            </ButtonLink>
            {add(addButton)}
          </>
        }
      >
        {list.data && (
          <Badge tone={isFull ? 'warn' : 'neutral'}>
            {isUnlimited(maxLimit) ? (
              t('followingCount', { count: currentTotal })
            ) : (
              <>
                <span className="sr-only">{t('used', { count: currentTotal, limit: maxLimit })}</span>
                <span aria-hidden dir="ltr">{`${currentTotal} / ${maxLimit}`}</span>
              </>
            )}
          </Badge>
        )}
      </PageHeader>
      <PlatformTabs serverId={serverId} here={platform} />
      {!list.data && (
        <Fetching {...list}>
          <RowsSkeleton />
        </Fetching>
      )}
      {list.data && !isAvailable && (
        <div className={currentTotal > 0 ? 'mb-4' : undefined}>
          <NotSetUp platform={platform} />
        </div>
      )}
      {list.data?.isDegraded && <Degraded platform={name} />}
      {list.data && (
        <NuqsAdapter>
          <Table
            address={address}
            streamers={streamers}
            words={words}
            onAdd={isAvailable && !isFull ? openForm : null}
            empty={
              isAvailable && (
                <EmptyState
                  title={t('empty', { platform: name })}
                  text={t('emptyText', { platform: name })}
                  action={add()}
                />
              )
            }
          />
        </NuqsAdapter>
      )}
      {isAdding && list.data && isAvailable && !isFull && (
        <AddStreamer
          serverId={serverId}
          platform={platform}
          others={streamers}
          limit={maxLimit}
          typed={typed}
          home={addButton}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

/** The form opens on request, or when the address says so, as a command's link does. */
function useAdding() {
  const [isWanted, setWanted] = useState(false);
  const router = useRouter();
  const path = usePathname();
  const asked = useSearchParams().get('add');
  const isAsked = asked !== null;
  const set = (isOpen: boolean) => {
    setWanted(isOpen);
    if (!isOpen && isAsked) router.replace(path, { scroll: false });
  };
  return [isWanted || isAsked, set, asked ?? undefined] as const;
}

/** The platform hardly answers. This ends no stream, but changes are noticed later. */
function Degraded({ platform }: { platform: string }) {
  const t = useTranslations('notifications');
  return (
    <p className="mb-4 flex items-start gap-2.5 rounded-card border border-line bg-surface px-4 py-3">
      <Icon of={TriangleAlert} className="mt-0.5 shrink-0 text-warn" />
      <span>{t('degraded', { platform })}</span>
    </p>
  );
}

/** The platform is not watched. Staff also see how to change that. */
export function NotSetUp({ platform }: { platform: Platform }) {
  const t = useTranslations('notifications');
  const isStaff = useQuery(meQuery()).data?.isStaff === true;
  const names = { platform: platformNames[platform], settings: platformSettings[platform].join(', ') };
  return (
    <EmptyState
      title={t('notSetUpTitle', names)}
      text={isStaff ? t('notSetUpStaff', names) : t('notSetUpText', names)}
    />
  );
}
