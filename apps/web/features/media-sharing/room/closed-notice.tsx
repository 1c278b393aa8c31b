'use client';

import type { MediaRoom } from '@tally/contract/media-sharing/views';
import { hasBit, userPremiumFlags } from '@tally/contract/premium/flags';
import type { UserId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Crown, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { isBuilt } from '../../../lib/start/built-pages.ts';
import { meQuery } from '../../../shell/me.ts';
import { toast } from '../../../shell/toast.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { switchOn } from '../api.ts';

/** Shows why viewers cannot request videos, and the owner's fix. */
export function ClosedNotice({ room, onSettings }: { room: MediaRoom; onSettings: (() => void) | null }) {
  const t = useTranslations('media-sharing');
  const me = useQuery(meQuery()).data;
  const isLocked = room.isOwner && me !== undefined && !hasBit(me.database.bitfield, userPremiumFlags.MediaShare.bit);
  if (isLocked) {
    return (
      <section
        aria-label={t('plan.title')}
        className="mb-4 flex flex-wrap items-center gap-3 rounded-card border border-warn/45 p-4"
      >
        <Icon of={Crown} className="shrink-0 text-warn" />
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-semibold">{t('plan.title')}</p>
          <p className="text-muted">{t('plan.text')}</p>
        </div>
        {isBuilt('/premium') && (
          <ButtonLink variant="primary" href="/premium">
            {t('plan.action')}
          </ButtonLink>
        )}
      </section>
    );
  }
  if (room.isOpen) return null;
  return (
    <section
      aria-label={t('closed')}
      className="mb-4 flex flex-wrap items-center gap-3 rounded-card border border-warn/45 p-3"
    >
      <Icon of={TriangleAlert} className="shrink-0 text-warn" />
      <p className="min-w-0 flex-1 basis-60 text-warn">{room.closedBecause ?? t('closed')}</p>
      {room.isOwner && me?.database.mediaShare?.enabled !== true && <SwitchOn userId={room.owner.userId} />}
      {onSettings && (
        <Button size="compact" onClick={onSettings}>
          {t('toSettings')}
        </Button>
      )}
    </section>
  );
}

/** The first step for a new owner. */
function SwitchOn({ userId }: { userId: UserId }) {
  const t = useTranslations('media-sharing');
  const turn = useMutation(switchOn(useQueryClient(), userId));
  return (
    <Button
      size="compact"
      variant="primary"
      isPending={turn.isPending}
      onClick={() => turn.mutate(undefined, { onSuccess: (sentence) => void toast('success', { title: sentence }) })}
    >
      {t('switchOn')}
    </Button>
  );
}
