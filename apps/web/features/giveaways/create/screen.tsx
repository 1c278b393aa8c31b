'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { unstored } from '../../../lib/drafts/record-draft.ts';
import { namesFrom } from '../../../lib/words/plain-refusal.ts';
import { SaveProblem } from '../../../shell/drafts/save-problem.tsx';
import { useRecordDraft } from '../../../shell/drafts/use-record-draft.ts';
import { isLocked, PremiumCrown } from '../../../shell/premium-lock.tsx';
import { discordDataQuery, serverQuery } from '../../../shell/server/api.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { BesidePreview } from '../../message-editor/preview/beside-preview.tsx';
import { createGiveaway, limitsQuery } from '../api.ts';
import { useNow } from '../countdown.tsx';
import { bodyOf, emptyGiveaway, endOf, type GiveawayDraft, isGiveawayDraft, problemsOf } from '../form/draft-of.ts';
import { GiveawayForm } from '../form/form.tsx';
import { GiveawayPreview } from '../form/preview.tsx';
import { KeepTemplate, Templates } from './templates.tsx';

export function CreateScreen({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('giveaways');
  const server = useQuery(serverQuery(serverId)).data;
  return (
    <>
      <ButtonLink
        variant="ghost"
        size="compact"
        className="-ms-2 mb-2"
        href={`/dashboard/server/${serverId}/giveaways`}
      >
        <Icon of={ArrowLeft} className="rtl:-scale-x-100" />
        {t('back')}
      </ButtonLink>
      <PageHeader title={t('createTitle')} description={t('createText')} />
      {server ? <CreateForm server={server} /> : <Waiting />}
    </>
  );
}

function CreateForm({ server }: { server: GuildInfo }) {
  const t = useTranslations('giveaways');
  const router = useRouter();
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const name = `${server.guildId} giveaway new`;
  const make = useCreate(createGiveaway(useQueryClient(), server.guildId), { draft: name, leaves: true });
  const plan = useQuery(limitsQuery(server.guildId)).data;
  const limits = plan?.limits;
  const isFull = plan !== undefined && plan.open >= plan.limits.atOnce;
  // Updates rarely, because the end is shown to the minute.
  const now = new Date(useNow(10_000));
  const edit = useRecordDraft<GiveawayDraft>({
    name,
    leaves: true,
    stored: unstored(emptyGiveaway),
    isDraft: isGiveawayDraft,
    nameOf: namesFrom(t),
    send({ value: { channelId, ...rest } }) {
      if (channelId === null) throw new Error('a giveaway needs a channel');
      const draft = { ...rest, channelId };
      const later = draft.startsAt === null ? {} : { startsAt: new Date(draft.startsAt) };
      return make.mutateAsync({ body: { ...bodyOf(draft), channelId, ...later }, isLater: draft.startsAt !== null });
    },
    fetchStored: () => Promise.resolve(null),
    onSaved: () => router.push(`/dashboard/server/${server.guildId}/giveaways`),
  });
  const { value: draft } = edit.draft;
  const end = endOf(draft, now);
  // A giveaway that waits for a stream, or starts later, counts toward the limit once it runs.
  const waits = draft.startsAt !== null || draft.startsWithStream;
  const problems = problemsOf(draft, { now, limits });
  const form = {
    server,
    discord,
    draft,
    problems,
    onChange: edit.set,
    limits,
    stage: 'new',
    hasCodeword: false,
  } as const;
  return (
    <>
      <Templates server={server} onUse={edit.set} />
      <BesidePreview
        words={{ view: t('view'), edit: t('edit'), preview: t('preview.title') }}
        preview={<GiveawayPreview serverId={server.guildId} draft={draft} discord={discord} end={end} />}
      >
        <GiveawayForm {...form} />
        <SaveProblem text={edit.problem} error={edit.error} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="primary"
            onClick={edit.save}
            isPending={edit.isSaving}
            disabled={problems.size > 0 || isLocked(server, 'Giveaways') || (isFull && !waits)}
          >
            {t(waits ? 'submitLater' : 'submitNow')}
          </Button>
          {isLocked(server, 'Giveaways') && <PremiumCrown flag="Giveaways" />}
          {edit.draft.changed.length > 0 && (
            <Button variant="ghost" onClick={edit.discard}>
              {t('startOver')}
            </Button>
          )}
          <KeepTemplate server={server} draft={draft} />
          <Missing problems={problems} />
        </div>
        {plan && isFull && !waits && <p role="alert">{t('planIsFull', { most: plan.limits.atOnce })}</p>}
      </BesidePreview>
    </>
  );
}

/** Lists why the giveaway cannot be created yet. */
function Missing({ problems }: { problems: ReadonlySet<keyof GiveawayDraft> }) {
  const t = useTranslations('giveaways');
  const nameOf = namesFrom(t);
  if (problems.size === 0) return null;
  const names = [...problems].map((field) => nameOf(field) ?? field);
  return <span className="text-muted text-small">{t('stillMissing', { fields: names.join(' · ') })}</span>;
}

function Waiting() {
  const words = useTranslations('ui');
  return (
    <Loading label={words('loading')} className="grid gap-4">
      <Skeleton className="h-[420px] w-full rounded-panel" />
      <Skeleton className="h-[260px] w-full rounded-panel" />
    </Loading>
  );
}
