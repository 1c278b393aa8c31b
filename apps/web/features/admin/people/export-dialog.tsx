'use client';

import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { apiPath } from '../../../lib/paths/paths.ts';
import { SaveProblem } from '../../../shell/drafts/save-problem.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import { isReason, ReasonField } from './reason.tsx';

const kinds = {
  /** The file contains only people who asked for news by email. */
  emails: { path: '/admin/emails/export', name: 'emails.csv' },
  allSettings: { path: '/admin/settings-files/export', name: 'tally-servers.zip' },
} as const;

/** The file leaves our systems, so the reason for the export is recorded. */
export function ExportDialog({ kind, onClose }: { kind: keyof typeof kinds; onClose: () => void }) {
  const t = useTranslations(`admin.${kind}`);
  const [reason, setReason] = useState('');
  const { path, name } = kinds[kind];
  const save = useMutation({ mutationFn: (why: string) => fetchFile(path, why), meta: { isQuiet: true } });
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(reason.trim(), {
      onSuccess(file) {
        saveFile(file, name);
        onClose();
      },
    });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('export')} description={t('exportText')}>
      <form onSubmit={send} className="grid gap-4">
        <ReasonField reason={reason} onChange={setReason} />
        <SaveProblem text={save.isError ? t('exportFailed') : null} />
        <div className="flex justify-end gap-2">
          <DialogCancel />
          <Button
            icon={Download}
            type="submit"
            variant="primary"
            isPending={save.isPending}
            disabled={!isReason(reason)}
          >
            {t('export')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

async function fetchFile(path: string, reason: string): Promise<Blob> {
  const answer = await fetch(apiPath(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason }),
  });
  if (!answer.ok) throw new Error(`the file was refused with ${answer.status}`);
  return await answer.blob();
}
