'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { plainMentions } from '../../lib/words/mentions.ts';
import { discordDataQuery } from '../../shell/server/api.ts';
import { toast } from '../../shell/toast.ts';
import { useCreate } from '../../shell/use-create.ts';
import { Button } from '../../ui/button.tsx';
import { postNow } from './api.ts';

/** Posts a blocked announcement while its stream is still live. Two clicks post only once. */
export function PostNow({ serverId, deliveryId }: { serverId: ServerId; deliveryId: string }) {
  const t = useTranslations('ui');
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  const post = useCreate(postNow(useQueryClient(), serverId));
  const press = () =>
    post.mutate(deliveryId, {
      onSuccess: (sentence) => void toast('success', { title: plainMentions(sentence, discord ?? {}), id: deliveryId }),
    });
  return (
    <Button variant="primary" size="compact" onClick={press} isPending={post.isPending}>
      {t('postNow')}
    </Button>
  );
}
