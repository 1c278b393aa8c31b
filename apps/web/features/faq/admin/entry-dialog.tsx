'use client';

import { languageNames } from '@tally/contract/wire/locales';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useId, useState } from 'react';
import { SaveProblem } from '../../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../../shell/failed.tsx';
import { Fetching } from '../../../shell/fetching.tsx';
import { toast } from '../../../shell/toast.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Textarea } from '../../../ui/fields/input.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import { type FaqDraft, saveFaq, textQuery } from '../api.ts';

const MOST_LETTERS = { question: 500, answer: 4000 };
type Language = FaqDraft['locale'];

/** Edits one entry in one language, or creates an entry if there is no id. */
export function EntryDialog({ id, question, onClose }: { id: string | null; question: string; onClose: () => void }) {
  const t = useTranslations('faq.admin');
  const [locale, setLocale] = useState<Language>('en-US');
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={id === null ? t('add') : t('editTitle')}
      description={t('markdown')}
    >
      <Labelled label={t('language')}>
        <Select<Language>
          label={t('language')}
          value={locale}
          choices={languageNames.map(({ value, name }) => ({ value, label: name }))}
          onChange={setLocale}
        />
      </Labelled>
      {id === null ? (
        <Form id={null} former={{ question, answer: '', locale }} onClose={onClose} />
      ) : (
        <Known key={locale} id={id} locale={locale} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Known({ id, locale, onClose }: { id: string; locale: Language; onClose: () => void }) {
  const { data, error, refetch } = useQuery(textQuery(id, locale));
  if (!data) return <Fetching error={error} refetch={refetch} className="mt-4 h-40" />;
  // A translation begins with empty fields, which show the English text in gray.
  const isOwn = data.locale === locale;
  const former = { question: isOwn ? (data.question ?? '') : '', answer: isOwn ? (data.answer ?? '') : '', locale };
  return (
    <Form
      id={id}
      former={former}
      placeholder={isOwn ? undefined : { question: data.question ?? '', answer: data.answer ?? '' }}
      onClose={onClose}
    />
  );
}

function Form({
  id,
  former,
  placeholder,
  onClose,
}: {
  id: string | null;
  former: FaqDraft;
  placeholder?: { question: string; answer: string } | undefined;
  onClose: () => void;
}) {
  const t = useTranslations('faq.admin');
  const ui = useTranslations('ui');
  const form = useId();
  const [question, setQuestion] = useState(former.question);
  const [answer, setAnswer] = useState(former.answer);
  const save = useCreate(saveFaq(useQueryClient(), id));
  const failure = useFailure(save.error);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(
      { question, answer, locale: former.locale },
      {
        onSuccess(sentence) {
          void toast('success', { title: sentence });
          onClose();
        },
      },
    );
  };
  return (
    <form id={form} onSubmit={send} className="mt-4 grid gap-4">
      <Labelled label={t('question')}>
        <Input
          aria-label={t('question')}
          dir="auto"
          lang={former.locale}
          value={question}
          placeholder={placeholder?.question}
          maxLength={MOST_LETTERS.question}
          onChange={(event) => setQuestion(event.target.value)}
        />
      </Labelled>
      <Labelled label={t('answerLabel')}>
        <Textarea
          aria-label={t('answerLabel')}
          rows={8}
          dir="auto"
          lang={former.locale}
          value={answer}
          placeholder={placeholder?.answer}
          maxLength={MOST_LETTERS.answer}
          onChange={(event) => setAnswer(event.target.value)}
        />
      </Labelled>
      <SaveProblem text={save.isError ? failure : null} />
      <div className="flex justify-end gap-2">
        <DialogCancel />
        <Button
          type="submit"
          variant="primary"
          isPending={save.isPending}
          disabled={question.trim() === '' || answer.trim() === ''}
        >
          {ui('save')}
        </Button>
      </div>
    </form>
  );
}
