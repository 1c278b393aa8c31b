'use client';

import type { MediaRoom } from '@tally/contract/media-sharing/views';
import type { UserId } from '@tally/contract/wire/ids';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useCreate } from '../../../../shell/use-create.ts';
import { submitMedia } from '../../api.ts';
import { LinkForm } from '../../link-form.tsx';

/** A moderator's own pick, past approval. */
export function SubmitForm({ userId, room }: { userId: UserId; room: MediaRoom }) {
  const t = useTranslations('media-sharing.submit');
  const submit = useCreate(submitMedia(useQueryClient(), userId));
  return (
    <div className="px-5 py-4">
      <LinkForm
        label={t('label')}
        hint={room.hasVideoKey ? t('hintSearches', { count: room.searchesLeft }) : t('hintNoKey')}
        button={t('add')}
        adding={submit}
      />
    </div>
  );
}
