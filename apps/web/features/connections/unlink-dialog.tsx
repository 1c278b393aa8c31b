'use client';

import type { LinkedAccount } from '@tally/contract/account/calls';
import type { PlatformToLink } from '@tally/contract/platforms/platform';
import { aboutPlatforms } from '@tally/contract/platforms/words';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Unlink } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { platformNames } from '../../lib/words/platform-names.ts';
import { toast } from '../../shell/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Confirm } from '../../ui/layers/confirm.tsx';
import { disconnect } from './api.ts';

/** Unlinking removes roles, so it needs a confirmation. */
export function UnlinkDialog({ platform, linked }: { platform: PlatformToLink; linked: LinkedAccount }) {
  const t = useTranslations('connections');
  const unlink = useMutation(disconnect(useQueryClient()));
  const [isOpen, setOpen] = useState(false);
  const name = platformNames[platform];
  const confirm = () =>
    unlink.mutate(platform, {
      onSuccess: (sentence) => {
        setOpen(false);
        void toast('success', { title: sentence });
      },
    });
  return (
    <Confirm
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="compact" aria-label={t('unlinkOne', { platform: name })}>
          {t('unlink')}
        </Button>
      }
      title={t('unlinkTitle', { platform: name })}
      description={t(aboutPlatforms[platform].login === 'api-url' ? 'unlinkAddressText' : 'unlinkText', {
        platform: name,
        name: linked.displayName ?? linked.username ?? '',
      })}
      verb={t('unlink')}
      icon={<Icon of={Unlink} />}
      isPending={unlink.isPending}
      onConfirm={confirm}
    />
  );
}
