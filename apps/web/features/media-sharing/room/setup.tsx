'use client';

import type { MediaRoom } from '@tally/contract/media-sharing/views';
import type { UserId } from '@tally/contract/wire/ids';
import { useQueryClient } from '@tanstack/react-query';
import { Check, Copy, KeyRound, RefreshCw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useFailureText } from '../../../shell/failed.tsx';
import { toast } from '../../../shell/toast.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Confirm } from '../../../ui/layers/confirm.tsx';
import { fetchAddress, renewAddress } from '../api.ts';
import { copyText } from '../copy.ts';
import { PlayerLamp } from './lamp.tsx';

/** Three steps to a player in OBS. The player's URL is secret, so this page never shows it. */
export function SetUp({ userId, room }: { userId: UserId; room: MediaRoom }) {
  const t = useTranslations('media-sharing.setup');
  const { hasAddress, isConnected } = room.player;
  const textOf = useFailureText();
  const renew = useCreate(renewAddress(useQueryClient(), userId));
  const words = { copied: t('copied'), failed: t('notCopied'), failedText: t('notCopiedText') };
  const make = () => copyText(async () => (await renew.mutateAsync()).url, words);
  const copy = () =>
    copyText(async () => {
      try {
        return await fetchAddress(userId);
      } catch (error) {
        void toast('error', { title: textOf(error instanceof Error ? error : null) });
        throw error;
      }
    }, words);
  return (
    <Card aria-label={t('title')}>
      <CardHeader title={t('title')} description={t('text')} actions={<PlayerLamp room={room} />} />
      <CardBody>
        <ol className="grid gap-6">
          <Step number={1} title={t('make')} isDone={hasAddress} done={t('made')}>
            <p className="text-muted">{t('makeText')}</p>
            {hasAddress ? (
              <Renew onRenew={make} />
            ) : (
              <Button
                icon={KeyRound}
                variant="primary"
                className="mt-2"
                isPending={renew.isPending}
                onClick={() => void make()}
              >
                {t('makeButton')}
              </Button>
            )}
          </Step>
          <Step number={2} title={t('copy')}>
            <p className="text-muted">{t('copyText')}</p>
            <Button
              icon={Copy}
              variant={hasAddress && !isConnected ? 'primary' : 'quiet'}
              className="mt-2"
              disabled={!hasAddress}
              onClick={() => void copy()}
            >
              {t('copyButton')}
            </Button>
          </Step>
          <Step number={3} title={t('obs')} isDone={isConnected} done={t('seen')}>
            <ul className="list-disc ps-5 text-muted">
              <li>{t('obsSource')}</li>
              <li>{t('obsSize')}</li>
              <li>{t('obsAudio')}</li>
            </ul>
            {hasAddress && !isConnected && <p className="mt-2 text-muted">{t('waiting')}</p>}
          </Step>
        </ol>
      </CardBody>
    </Card>
  );
}

function Step({
  number,
  title,
  isDone = false,
  done = '',
  children,
}: {
  number: number;
  title: string;
  isDone?: boolean;
  done?: string;
  children: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[28px_1fr] gap-3">
      <span
        aria-hidden
        className="figures flex size-7 items-center justify-center rounded-full border border-control text-small"
      >
        {isDone ? <Icon of={Check} size={14} className="text-ok" /> : number}
      </span>
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-2 font-semibold">
          {title}
          {isDone && <Badge tone="ok">{done}</Badge>}
        </h3>
        {children}
      </div>
    </li>
  );
}

function Renew({ onRenew }: { onRenew: () => Promise<boolean> }) {
  const t = useTranslations('media-sharing.setup');
  const [isOpen, setOpen] = useState(false);
  const [isPending, setPending] = useState(false);
  const renew = async () => {
    setPending(true);
    await onRenew();
    setPending(false);
    setOpen(false);
  };
  return (
    <Confirm
      open={isOpen}
      onOpenChange={setOpen}
      title={t('renewTitle')}
      description={t('renewText')}
      trigger={
        <Button icon={RefreshCw} size="compact" className="mt-2">
          {t('renew')}
        </Button>
      }
      icon={<Icon of={RefreshCw} />}
      verb={t('renew')}
      isPending={isPending}
      onConfirm={() => void renew()}
    />
  );
}
