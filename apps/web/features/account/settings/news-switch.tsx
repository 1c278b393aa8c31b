'use client';

import type { CurrentUser } from '@tally/contract/account/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { saveNewsByEmail } from '../api.ts';

/** Off until somebody wants it. */
export function NewsSwitch({ me }: { me: CurrentUser }) {
  const t = useTranslations('account');
  const [isOn, setOn] = useState(me.database.newsByEmail);
  const save = useMutation(saveNewsByEmail(useQueryClient(), me.discord.id));
  const change = (next: boolean) => {
    setOn(next);
    save.mutate(next, { onError: () => setOn(!next) });
  };
  return <SwitchRow label={t('newsByEmail')} hint={t('newsByEmailText')} checked={isOn} onChange={change} />;
}
