'use client';

import { emotePlatforms } from '@tally/contract/emotes/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQueries } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Field, FieldInput } from '../../../../ui/fields/field.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { namesQuery } from '../../../notifications/api.ts';
import type { Channel } from './api.ts';
import { channelIn, linkTo } from './channel-in.ts';

/** One field for any channel. The streamers whom the server follows are suggestions. */
export function ChannelForm({
  serverId,
  channel,
  onChoose,
}: {
  serverId: ServerId;
  channel: Channel | null;
  onChoose: (channel: Channel) => void;
}) {
  const t = useTranslations('emotes');
  const listId = useId();
  const lists = useQueries({ queries: emotePlatforms.map((each) => namesQuery({ serverId, platform: each })) });
  const followed = emotePlatforms.flatMap((platform, at) =>
    (lists[at]?.data ?? []).map(({ streamerUserName: name, displayName }) => ({ platform, name, displayName })),
  );
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get('channel');
        const found = channelIn(typeof typed === 'string' ? typed : '', followed);
        if (found) onChoose({ platform: found.platform, name: found.name });
      }}
    >
      <Field label={t('channel')} hint={t('import.channelHint')} className="w-full max-w-sm">
        <FieldInput
          name="channel"
          defaultValue={channel ? linkTo(channel) : ''}
          maxLength={100}
          required
          autoComplete="off"
          list={listId}
        />
      </Field>
      <datalist id={listId}>
        {followed.map((each) => (
          <option key={linkTo(each)} value={linkTo(each)}>
            {each.displayName ?? each.name}
          </option>
        ))}
      </datalist>
      <Button type="submit">
        <Icon of={Search} />
        {t('show')}
      </Button>
    </form>
  );
}
