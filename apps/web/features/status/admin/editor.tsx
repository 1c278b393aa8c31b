'use client';

import type { Incident } from '@tally/contract/status/history';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { storedAs, unstored } from '../../../lib/drafts/record-draft.ts';
import { incidentTitle } from '../../../lib/words/incident-title.ts';
import { BannerPreview } from '../../../shell/banners/notice-banner.tsx';
import { ConfirmDeed } from '../../../shell/confirm-deed.tsx';
import { DraftBar } from '../../../shell/drafts/draft-bar.tsx';
import { useRecordDraft } from '../../../shell/drafts/use-record-draft.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { useCreate } from '../../../shell/use-create.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Fold } from '../../../ui/tool/fold.tsx';
import { addIncident, changeIncident, incidentsQuery, removeIncident } from '../api.ts';
import {
  bodyOf,
  draftOf,
  emptyDraft,
  type IncidentDraft,
  type IncidentKind,
  isIncidentDraft,
  isReady,
  patchOf,
} from './draft-of.ts';
import { IncidentFields } from './fields.tsx';
import { Tell } from './tell.tsx';

export function IncidentScreen({ id }: { id: string }) {
  const t = useTranslations('status.admin');
  const { data, error, refetch } = useQuery(incidentsQuery());
  if (!data) return <Fetching error={error} refetch={refetch} className="h-64" />;
  const incident = data.find(({ incidentId }) => incidentId === id);
  if (!incident) {
    return <EmptyState title={t('goneTitle')} action={<ButtonLink href="/admin/status">{t('back')}</ButtonLink>} />;
  }
  return <Existing incident={incident} />;
}

function Existing({ incident }: { incident: Incident }) {
  const t = useTranslations('status.admin');
  const states = useTranslations('status');
  const words = useTranslations('shell.incident');
  const router = useRouter();
  const remove = useMutation(removeIncident(useQueryClient()));
  const removing = (
    <>
      <Icon of={Trash2} />
      {t('remove')}
    </>
  );
  return (
    <>
      <PageHeader
        title={<bdi>{incidentTitle(incident, words)}</bdi>}
        description={[
          states(`history.states.${incident.isMaintenance ? 'maintenance' : incident.impact}`),
          incident.components.map((component) => words(`components.${component}`)).join(', '),
        ].join(' · ')}
        actions={
          <>
            <ButtonLink icon={ExternalLink} href={`/status/${incident.incidentId}`} target="_blank">
              {t('look')}
            </ButtonLink>
            <ConfirmDeed
              title={t('removeTitle', { title: incidentTitle(incident, words) })}
              text={t('removeText')}
              act={remove}
              input={incident.incidentId}
              label={removing}
              trigger={<Button variant="danger">{removing}</Button>}
              onDone={() => router.replace('/admin/status')}
            />
          </>
        }
      >
        <Badge tone={incident.state === 'over' ? 'ok' : 'warn'}>{states(`incident.states.${incident.state}`)}</Badge>
      </PageHeader>
      <Tell incident={incident} />
      <Editor incident={incident} kind={incident.isMaintenance ? 'maintenance' : 'incident'} />
    </>
  );
}

export function NewIncidentScreen({ kind }: { kind: IncidentKind }) {
  const t = useTranslations('status.admin');
  return (
    <>
      <PageHeader title={t(kind === 'incident' ? 'add' : 'plan')} />
      <Editor incident={null} kind={kind} />
    </>
  );
}

function Editor({ incident, kind }: { incident: Incident | null; kind: IncidentKind }) {
  const t = useTranslations('status.admin');
  const look = useTranslations('shell.incident');
  const router = useRouter();
  const client = useQueryClient();
  const name = `incident ${incident?.incidentId ?? kind}`;
  const add = useCreate(addIncident(client), { draft: name, leaves: true });
  const change = useMutation(changeIncident(client, incident?.incidentId ?? ''));
  const [empty] = useState(() => unstored(emptyDraft(new Date())));
  const stored = incident ? storedAs(incident, draftOf) : empty;
  const edit = useRecordDraft<IncidentDraft>({
    name,
    leaves: incident === null,
    stored,
    isDraft: isIncidentDraft,
    async send({ value, version }) {
      if (incident) return await change.mutateAsync({ patch: patchOf(draftOf(incident), value), version });
      const { incidentId } = await add.mutateAsync(bodyOf(value, kind === 'maintenance'));
      router.replace(`/admin/status/${incidentId}`);
      return t('saved');
    },
    async fetchStored() {
      const list = await client.fetchQuery({ ...incidentsQuery(), staleTime: 0 });
      const found = list.find(({ incidentId }) => incidentId === incident?.incidentId);
      return found ? storedAs(found, draftOf) : null;
    },
    onSaved: () => {},
    onGone: () => router.replace('/admin/status'),
  });
  const draft = edit.draft.value;
  const nameOf = (field: keyof IncidentDraft) => t(`fields.${field}`);
  const about = { isNew: !incident, hasTitle: incident?.title !== null, kind };
  const fields = <IncidentFields draft={draft} isNew={!incident} kind={kind} onChange={edit.set} nameOf={nameOf} />;
  return (
    <>
      {incident ? (
        <div className="max-w-3xl border-line border-b">
          <Fold title={t('details')} isOpen={edit.wasKept || incident.state === 'over'}>
            {fields}
          </Fold>
        </div>
      ) : (
        <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
          {fields}
          {kind === 'incident' && (
            <div className="xl:sticky xl:top-6 xl:self-start">
              <BannerPreview
                title={t('preview')}
                tone="warning"
                text={draft.title || t('untitled')}
                link={{ href: '/status', text: look('look') }}
              />
            </div>
          )}
        </div>
      )}
      <DraftBar edit={edit} nameOf={nameOf} hasProblems={!isReady(draft, about)} />
    </>
  );
}
