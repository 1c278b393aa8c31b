'use client';

import { CARD_SIZE } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { UPLOAD_TIMEOUT_MS } from '../../lib/drafts/uploads.ts';
import { lateHome } from '../../lib/late-home.ts';
import { SaveProblem } from '../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../shell/failed.tsx';
import { useCreate } from '../../shell/use-create.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogClose } from '../../ui/layers/dialog.tsx';
import { Crop, type CropHandle } from '../../ui/pictures/crop.tsx';

const welcomeLeave = lateHome(async () => (await import('@tally/contract/welcome-leave/calls')).welcomeLeave);

const upload = (serverId: ServerId) =>
  creation({
    mutationFn: (file: File, intent) =>
      call(
        welcomeLeave.uploadCardPicture,
        { params: { guildId: serverId } },
        { fallback: 'saveFile', file, intent, timeoutMs: UPLOAD_TIMEOUT_MS },
      ),
    meta: { isQuiet: true },
  });

/** Crops a picture to the shape of a card and uploads it. */
export function CropDialog({
  serverId,
  file,
  onDone,
  onClose,
}: {
  serverId: ServerId;
  file: File;
  onDone: (name: string) => void;
  onClose: () => void;
}) {
  const t = useTranslations('welcome-leave.own');
  const words = useTranslations('ui');
  const crop = useRef<CropHandle>(null);
  const [address] = useState(() => URL.createObjectURL(file));
  const [isUnreadable, setUnreadable] = useState(false);
  const send = useCreate(upload(serverId));
  const failure = useFailure(send.error);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const use = async () => {
    try {
      const png = await crop.current?.toPng();
      if (png) send.mutate(new File([png as BlobPart], 'card.png'), { onSuccess: ({ name }) => onDone(name) });
    } catch {
      setUnreadable(true);
    }
  };
  const problem = isUnreadable ? t('unreadable') : send.isError ? failure : null;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !send.isPending && onClose()}
      title={t('cropTitle')}
      actions={
        <>
          <DialogClose>
            <Button disabled={send.isPending}>{words('cancel')}</Button>
          </DialogClose>
          <Button variant="primary" isPending={send.isPending} onClick={() => void use()}>
            {t('use')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Crop
          ref={crop}
          picture={address}
          label={t('cropTitle')}
          aspect={CARD_SIZE.width / CARD_SIZE.height}
          mostWidth={2 * CARD_SIZE.width}
        />
        <SaveProblem text={problem} />
      </div>
    </Dialog>
  );
}
