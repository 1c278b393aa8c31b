'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { checkErrors } from '../../shell/server/errors.ts';
import { toast } from '../../shell/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Checks with Discord again, and shows whether the error is solved or what still blocks it. */
export function CheckAgain({ serverId, errorId }: { serverId: ServerId; errorId: string }) {
  const t = useTranslations('error-logs');
  const check = useMutation(checkErrors(useQueryClient(), serverId));
  const press = () =>
    check.mutate(undefined, {
      onSuccess: (errors) => {
        const error = errors.find(({ id }) => id === errorId);
        const isOpen = error?.solvedTime === null;
        void toast(isOpen ? 'warning' : 'success', {
          title: t(isOpen ? 'stillOpen' : 'nowSolved'),
          ...(isOpen ? { text: error.message } : {}),
          id: `check ${errorId}`,
        });
      },
    });
  return (
    <Button variant="ghost" size="compact" onClick={press} isPending={check.isPending}>
      <Icon of={RotateCw} size={14} />
      {t('checkAgain')}
    </Button>
  );
}
