'use client';

import type { EmoteImport } from '@tally/contract/emotes/imports';
import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Play, Undo2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Confirm } from '../../../../ui/layers/confirm.tsx';
import { changeImport, isOpen } from './api.ts';

/** Shows the actions that the import's state allows. */
export function Deeds({ serverId, of, name }: { serverId: ServerId; of: EmoteImport; name: string }) {
  const t = useTranslations('emotes.import');
  const act = useMutation(changeImport(useQueryClient(), serverId, of.id));
  const [isAsking, setAsking] = useState(false);
  const { state, done, failed, waiting } = of;
  const isUndone = state === 'undoing' || state === 'undone';
  const isResting = state === 'stopped' || state === 'done' || state === 'cancelled';
  return (
    <span className="flex flex-wrap gap-2 empty:hidden">
      {isResting && failed + waiting > 0 && (
        <Button
          size="compact"
          isPending={act.isPending && act.variables === 'resume'}
          onClick={() => act.mutate('resume')}
        >
          <Icon of={Play} className="rtl:-scale-x-100" />
          {t('resume')}
        </Button>
      )}
      {isOpen(of) && (
        <Button
          icon={X}
          size="compact"
          isPending={act.isPending && act.variables === 'cancel'}
          onClick={() => act.mutate('cancel')}
        >
          {t('cancel')}
        </Button>
      )}
      {done > 0 && !isUndone && (
        <Confirm
          open={isAsking}
          onOpenChange={setAsking}
          title={t('undoTitle', { name })}
          description={t('undoText', { count: done })}
          trigger={
            <Button size="compact">
              <Icon of={Undo2} className="rtl:-scale-x-100" />
              {t('undo')}
            </Button>
          }
          verb={t('undoNow', { count: done })}
          icon={<Icon of={Undo2} className="rtl:-scale-x-100" />}
          isPending={act.isPending}
          onConfirm={() => act.mutate('undo', { onSuccess: () => setAsking(false) })}
        />
      )}
    </span>
  );
}
