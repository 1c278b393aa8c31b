'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { ConfirmDeed } from '../../../shell/confirm-deed.tsx';
import { meQuery } from '../../../shell/me.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { removeWish } from '../api.ts';

export function RemoveOwn({ wishId, title }: { wishId: string; title: string }) {
  const t = useTranslations('feedback-board');
  const router = useRouter();
  const remove = useMutation(removeWish(useQueryClient(), 'own'));
  const me = useQuery(meQuery());
  // Staff already have a delete button among their tools.
  if (!me.data || me.data.isStaff || me.data.isDev) return null;
  const label = (
    <>
      <Icon of={Trash2} />
      {t('removeYes')}
    </>
  );
  return (
    <div className="mt-6">
      <ConfirmDeed
        title={t('remove')}
        text={title}
        act={remove}
        input={wishId}
        label={label}
        onDone={() => router.push('/feedback')}
        trigger={<Button variant="ghost">{label}</Button>}
      />
    </div>
  );
}
