'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, FileUp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { apiPath } from '../../../lib/paths/paths.ts';
import { Refused } from '../../../shell/failed.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { DropField } from '../../../ui/fields/drop-field.tsx';
import { PickFile } from '../../../ui/fields/pick-file.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { readFile } from './api.ts';

const leftOut = ['secrets', 'plan', 'history', 'running', 'people'] as const;

/** Lets a person create, drop or choose a settings file. */
export function FileBox({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('moving.file');
  const read = useMutation(readFile(useQueryClient(), serverId));
  return (
    <DropField
      onDrop={({ files: [file] }) => {
        if (file) read.mutate(file);
        return true;
      }}
      className="rounded-panel border border-line p-4 data-over:border-ink data-over:bg-surface sm:p-6"
    >
      <section aria-label={t('title')} className="grid gap-4">
        <div>
          <h2 className="font-semibold text-lead">{t('title')}</h2>
          <p className="mt-1 text-muted">{t('text')}</p>
        </div>
        <Refused error={read.error} />
        <div className="flex flex-wrap gap-2">
          <a href={apiPath(`/data/guild/${serverId}/settings-file`)} download className={buttonClass('quiet')}>
            <Icon of={Download} />
            {t('download')}
          </a>
          <PickFile
            accept=".json,application/json"
            onPick={(file) => read.mutate(file)}
            className={cx(buttonClass('quiet'), read.isPending && 'pointer-events-none opacity-60')}
          >
            <Icon of={FileUp} />
            {t(read.isPending ? 'reading' : 'choose')}
          </PickFile>
        </div>
        <details className="text-small">
          <summary className="cursor-pointer text-muted">{t('leftOut.title')}</summary>
          <ul className="mt-2 grid list-disc gap-1 ps-5 text-muted">
            {leftOut.map((each) => (
              <li key={each}>{t(`leftOut.${each}`)}</li>
            ))}
          </ul>
        </details>
      </section>
    </DropField>
  );
}
