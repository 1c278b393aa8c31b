'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { ImageUp, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { PickFile } from '../../ui/fields/pick-file.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Loaded after a picture was chosen, because few visits need the code that crops. */
const CropDialog = dynamic(async () => (await import('./crop-dialog.tsx')).CropDialog, { ssr: false });

/** The server's own background picture for both cards. */
export function CardPicture({
  serverId,
  name,
  onChange,
}: {
  serverId: ServerId;
  name: string | null;
  onChange: (name: string | null) => void;
}) {
  const t = useTranslations('welcome-leave.own');
  const [file, pick] = useState<File | null>(null);
  return (
    <div className="grid justify-items-start gap-1">
      <div className="flex flex-wrap gap-2">
        <PickFile
          accept="image/png,image/jpeg,image/webp"
          onPick={pick}
          className={`${buttonClass('quiet', 'compact')} focus-within:outline-2`}
        >
          <Icon of={ImageUp} />
          {t(name === null ? 'upload' : 'replace')}
        </PickFile>
        {name !== null && (
          <Button icon={Trash2} variant="ghost" size="compact" onClick={() => onChange(null)}>
            {t('remove')}
          </Button>
        )}
      </div>
      <p className="text-muted text-small">{t('hint')}</p>
      {file && (
        <CropDialog
          serverId={serverId}
          file={file}
          onDone={(next) => {
            onChange(next);
            pick(null);
          }}
          onClose={() => pick(null)}
        />
      )}
    </div>
  );
}
