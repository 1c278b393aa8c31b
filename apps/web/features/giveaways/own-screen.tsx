'use client';

import type { OwnGiveaway } from '@tally/contract/giveaways/views';
import type { UserId } from '@tally/contract/wire/ids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, LogOut, ScrollText } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { CallError } from '../../lib/call.ts';
import { Fetching } from '../../shell/fetching.tsx';
import { AccessDenied } from '../../shell/screens/access-denied.tsx';
import { toast } from '../../shell/toast.ts';
import { useCreate } from '../../shell/use-create.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Confirm } from '../../ui/layers/confirm.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { claimPrize, isOpen, leaveGiveaway, ownQuery } from './api.ts';
import { Countdown } from './countdown.tsx';
import { Result } from './list/row.tsx';
import { StateBadge } from './state-badge.tsx';

const parts = ['won', 'entered', 'hosted'] as const;

/** Lists the giveaways that a person won, entered or hosts. */
export function OwnScreen({ userId }: { userId: UserId }) {
  const t = useTranslations('giveaways.own');
  const { data: list, error, refetch } = useQuery(ownQuery(userId));
  if (error instanceof CallError && error.status === 403) return <AccessDenied />;
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      {!list && <Fetching error={error} refetch={refetch} className="h-[84px]" rows={2} />}
      {list?.length === 0 && <EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      <div className="grid gap-8">
        {parts.map((part) => (
          <Part key={part} title={t(`parts.${part}`)}>
            {(list ?? [])
              .filter((each) => each.part === part)
              .toSorted((one, other) => Number(mayClaim(other)) - Number(mayClaim(one)))
              .map((giveaway) => (
                <Row key={giveaway.giveawayId} userId={userId} giveaway={giveaway} />
              ))}
          </Part>
        ))}
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="mb-2 font-semibold text-lead">{title}</h2>
      <ul className="rounded-panel border border-line bg-surface">{children}</ul>
    </section>
  );
}

/** Unclaimed prizes come first, because they can expire. */
const mayClaim = ({ claimUntil, isClaimed }: OwnGiveaway): boolean => claimUntil !== null && !isClaimed;

function Row({ userId, giveaway }: { userId: UserId; giveaway: OwnGiveaway }) {
  const t = useTranslations('giveaways');
  const { name, serverName, part, state, endsAt, key, tickets, odds, isClaimed, isReplaced, claimUntil } = giveaway;
  const isRunning = state === 'running';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="font-semibold wrap-anywhere">{name}</bdi>
          <StateBadge state={state} />
          {isReplaced && <Badge tone="warn">{t('own.replaced')}</Badge>}
          {isClaimed && <Badge tone="ok">{t('own.claimed')}</Badge>}
        </p>
        <p className="text-muted text-small">
          <bdi>{serverName}</bdi>
          {isRunning && endsAt && (
            <>
              {' · '}
              <Countdown to={endsAt} word="endsIn" />
            </>
          )}
          {claimUntil && !isClaimed && (
            <>
              {' · '}
              <Countdown to={claimUntil} word="claimIn" />
            </>
          )}
          {part === 'hosted' && state !== 'scheduled' && (
            <>
              {' · '}
              <Result giveaway={giveaway} />
            </>
          )}
        </p>
        {key !== null && (
          <p className="text-muted text-small">
            {odds !== null && isOpen(giveaway) ? t('own.odds', { tickets, odds }) : t('tickets', { tickets })}
            {' · '}
            {t('own.receipt')} <code dir="ltr">{key.slice(0, 12)}</code>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {mayClaim(giveaway) && <Claim userId={userId} giveaway={giveaway} />}
        {part === 'entered' && isRunning && <Leave userId={userId} giveaway={giveaway} />}
        {state !== 'scheduled' && (
          <ButtonLink icon={ScrollText} size="compact" href={proofOf(giveaway)}>
            {t('one.proof')}
          </ButtonLink>
        )}
      </div>
    </li>
  );
}

/** The proof page recognizes the logged-in entrant. */
const proofOf = ({ guildId, giveawayId, key }: OwnGiveaway): string =>
  `/giveaways/${guildId}/${giveawayId}${key === null ? '' : `?receipt=${key.slice(0, 12)}`}`;

function Claim({ userId, giveaway }: { userId: UserId; giveaway: OwnGiveaway }) {
  const t = useTranslations('giveaways.own');
  const claim = useCreate(claimPrize(useQueryClient(), userId));
  return (
    <Button
      icon={Check}
      size="compact"
      variant="primary"
      isPending={claim.isPending}
      onClick={() => claim.mutate(giveaway, { onSuccess: (sentence) => void toast('success', { title: sentence }) })}
    >
      {t('claim')}
    </Button>
  );
}

function Leave({ userId, giveaway }: { userId: UserId; giveaway: OwnGiveaway }) {
  const t = useTranslations('giveaways.own');
  const leave = useCreate(leaveGiveaway(useQueryClient(), userId));
  return (
    <Confirm
      title={t('leaveTitle', { name: giveaway.name })}
      description={t('leaveText', { tickets: giveaway.tickets })}
      trigger={
        <Button size="compact">
          <Icon of={LogOut} className="rtl:-scale-x-100" />
          {t('leave')}
        </Button>
      }
      verb={t('leave')}
      icon={<Icon of={LogOut} className="rtl:-scale-x-100" />}
      isPending={leave.isPending}
      onConfirm={() => leave.mutate(giveaway, { onSuccess: (sentence) => void toast('success', { title: sentence }) })}
    />
  );
}
