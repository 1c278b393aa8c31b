'use client';

import { ImagePlus, Link2, Redo2, Undo2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { toast } from '../../../shell/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { cx } from '../../../ui/cx.ts';
import { PickFile } from '../../../ui/fields/pick-file.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toAddress } from './design/design.ts';
import type { History, Step } from './design/history.ts';
import { pictureKinds } from './picture.ts';

export function Toolbar({
  history,
  onStep,
  hasPicture,
  onOpen,
}: {
  history: History;
  onStep: (step: Step) => void;
  hasPicture: boolean;
  onOpen: (file: File) => void;
}) {
  const t = useTranslations('kick-overlay-maker.toolbar');
  async function share() {
    const { origin, pathname } = window.location;
    await navigator.clipboard.writeText(`${origin}${pathname}#${toAddress(history.now)}`);
    await toast('success', { title: t('copied'), text: t('copiedText') });
  }
  return (
    <div className="flex flex-wrap items-center gap-1">
      <IconButton
        label={t('undo')}
        title={t('undo')}
        disabled={history.past.length === 0}
        onClick={() => onStep({ kind: 'undo' })}
      >
        <Icon of={Undo2} className="rtl:-scale-x-100" />
      </IconButton>
      <IconButton
        label={t('redo')}
        title={t('redo')}
        disabled={history.future.length === 0}
        onClick={() => onStep({ kind: 'redo' })}
      >
        <Icon of={Redo2} className="rtl:-scale-x-100" />
      </IconButton>
      <span className="ms-auto flex gap-2">
        {hasPicture && (
          <PickFile
            accept={pictureKinds}
            onPick={onOpen}
            className={cx(buttonClass('ghost'), 'has-focus-visible:outline-2 has-focus-visible:outline-offset-2')}
          >
            <Icon of={ImagePlus} />
            {t('other')}
          </PickFile>
        )}
        <Button icon={Link2} variant="ghost" onClick={() => void share()}>
          {t('share')}
        </Button>
      </span>
    </div>
  );
}
