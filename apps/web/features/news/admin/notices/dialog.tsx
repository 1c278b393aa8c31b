'use client';

import { type Notice, NoticeAudience, NoticeSeverity } from '@tally/contract/news/notices';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { BannerPreview } from '../../../../shell/banners/notice-banner.tsx';
import { SaveProblem } from '../../../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../../../shell/failed.tsx';
import { toast } from '../../../../shell/toast.ts';
import { useCreate } from '../../../../shell/use-create.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field, FieldInput } from '../../../../ui/fields/field.tsx';
import { Labelled } from '../../../../ui/fields/labelled.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { Dialog, DialogCancel } from '../../../../ui/layers/dialog.tsx';
import { saveNotice } from '../../api.ts';
import { bodyOf, draftOf, emptyDraft, isReady, type NoticeDraft } from './draft-of.ts';

/** Edits a notice, or creates one if there is none. */
export function NoticeDialog({ notice, onClose }: { notice: Notice | null; onClose: () => void }) {
  const t = useTranslations('news.notices');
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={t(notice ? 'editTitle' : 'add')}>
      <Form notice={notice} onClose={onClose} />
    </Dialog>
  );
}

function Form({ notice, onClose }: { notice: Notice | null; onClose: () => void }) {
  const t = useTranslations('news.notices');
  const more = useTranslations('shell.notice');
  const [draft, setDraft] = useState<NoticeDraft>(() => (notice ? draftOf(notice) : emptyDraft(new Date())));
  const save = useCreate(saveNotice(useQueryClient(), notice));
  const failure = useFailure(save.error);
  const set = (part: Partial<NoticeDraft>) => setDraft((before) => ({ ...before, ...part }));
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(bodyOf(draft), {
      onSuccess(sentence) {
        void toast('success', { title: sentence ?? t('added') });
        onClose();
      },
    });
  };
  return (
    <form onSubmit={send} className="grid gap-4">
      <Field label={t('fields.text')}>
        <FieldInput
          value={draft.text}
          maxLength={200}
          dir="auto"
          onChange={(event) => set({ text: event.target.value })}
        />
      </Field>
      <Field label={t('fields.href')} hint={t('hints.href')}>
        <FieldInput value={draft.href} dir="ltr" onChange={(event) => set({ href: event.target.value })} />
      </Field>
      <Choices draft={draft} onChange={set} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('fields.from')} hint={t('hints.from')}>
          <FieldInput
            type="datetime-local"
            value={draft.from}
            onChange={(event) => set({ from: event.target.value })}
          />
        </Field>
        <Field label={t('fields.until')} hint={t('hints.until')}>
          <FieldInput
            type="datetime-local"
            value={draft.until}
            onChange={(event) => set({ until: event.target.value })}
          />
        </Field>
      </div>
      <BannerPreview
        title={t('preview')}
        tone={draft.severity}
        text={draft.text || '…'}
        link={draft.href ? { href: draft.href, text: more('more') } : null}
      />
      <SaveProblem text={save.isError ? failure : null} />
      <div className="flex justify-end gap-2">
        <DialogCancel />
        <Button type="submit" variant="primary" isPending={save.isPending} disabled={!isReady(draft)}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

function Choices({ draft, onChange }: { draft: NoticeDraft; onChange: (part: Partial<NoticeDraft>) => void }) {
  const t = useTranslations('news.notices');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Labelled label={t('fields.severity')}>
        <Select
          label={t('fields.severity')}
          value={draft.severity}
          choices={NoticeSeverity.options.map((value) => ({ value, label: t(`severities.${value}`) }))}
          onChange={(severity) => onChange({ severity })}
        />
      </Labelled>
      <Labelled label={t('fields.audience')}>
        <Select
          label={t('fields.audience')}
          value={draft.audience}
          choices={NoticeAudience.options.map((value) => ({ value, label: t(`audiences.${value}`) }))}
          onChange={(audience) => onChange({ audience })}
        />
      </Labelled>
    </div>
  );
}
