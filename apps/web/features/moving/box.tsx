'use client';

import { moveLimits } from '@tally/contract/moving/limits';
import type { Platform } from '@tally/contract/platforms/platform';
import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react';
import { readTextFile } from '../../lib/browser/read-text-file.ts';
import { useFailureText } from '../../shell/failed.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DropField } from '../../ui/fields/drop-field.tsx';
import { Field, FieldParts } from '../../ui/fields/field.tsx';
import { Textarea } from '../../ui/fields/input.tsx';
import { PickFile } from '../../ui/fields/pick-file.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Icon } from '../../ui/icon.tsx';
import { platformChoices, readList } from './api.ts';

const ASK = 'ask';

/** Accepts a list that a person pastes, drops or chooses. */
export function ListBox({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('moving.box');
  const said = useFailureText();
  const [text, setText] = useState('');
  const [platform, setPlatform] = useState<Platform | typeof ASK>(ASK);
  const [problem, setProblem] = useState<'empty' | 'tooLarge'>();
  const read = useMutation(readList(useQueryClient(), serverId));

  const send = (list: string) => {
    setProblem(list.trim() === '' ? 'empty' : undefined);
    if (list.trim() !== '') read.mutate({ text: list, ...(platform === ASK ? {} : { platform }) });
  };
  const take = async (file: File) => {
    const list = await readTextFile(file, moveLimits.letters);
    if (list === null) setProblem('tooLarge');
    else send(list);
  };
  const accept = (data: DataTransfer | null) => {
    const [file] = data?.files ?? [];
    if (file) void take(file);
    else setText((before) => data?.getData('text/plain') || before);
    return true;
  };
  // Pasting works without a click into the box.
  const onPaste = useEffectEvent(({ target, clipboardData }: ClipboardEvent) => {
    if (!(target instanceof Element && target.matches('input, textarea'))) accept(clipboardData);
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => onPaste(event);
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, []);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(text);
  };
  return (
    <DropField
      onDrop={accept}
      className="rounded-panel border border-line p-4 data-over:border-ink data-over:bg-surface sm:p-6"
    >
      <form noValidate aria-label={t('title')} onSubmit={submit} className="grid gap-4">
        <Field
          label={t('label')}
          hint={t('hint')}
          error={problem ? t(problem) : read.error ? said(read.error) : undefined}
        >
          <FieldParts.Control
            render={<Textarea rows={8} dir="auto" />}
            value={text}
            onValueChange={(value) => setText(value)}
            placeholder={t('placeholder')}
          />
        </Field>
        <div className="flex flex-wrap items-end justify-between gap-4">
          <Field label={t('platform')} className="w-full sm:w-64">
            <Select
              label={t('platform')}
              value={platform}
              onChange={setPlatform}
              choices={[{ value: ASK, label: t('ask') }, ...platformChoices]}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <PickFile
              accept=".txt,.csv,.tsv,.opml,.xml,.json,.db"
              onPick={(file) => void take(file)}
              className={buttonClass('quiet')}
            >
              <Icon of={FileUp} />
              {t('file')}
            </PickFile>
            <Button type="submit" variant="primary" isPending={read.isPending}>
              {t('read')}
            </Button>
          </div>
        </div>
      </form>
    </DropField>
  );
}
