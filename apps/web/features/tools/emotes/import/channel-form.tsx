'use client';

import { emotePlatforms } from '@tally/contract/platforms/words';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQueries } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Field, FieldInput } from '../../../../ui/fields/field.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { namesQuery } from '../../../notifications/api.ts';
import { nameIn } from '../name-in.ts';
import type { Channel } from './api.ts';

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

const hosts = { kick: 'kick.com', twitch: 'twitch.tv' } as const satisfies Record<Channel['platform'], string>;

export const linkTo = ({ platform, name }: Channel): string => `${hosts[platform]}/${name}`;

/**
 * The channel that a person typed. A link names its platform. A bare name is a streamer whom the server follows, or
 * else one of Kick. Null: nothing was typed.
 */
export function channelIn(text: string, followed: readonly Channel[]): Channel | null {
  const name = nameIn(text);
  if (name === '') return null;
  const linked = emotePlatforms.find((each) =>
    new RegExp(`(^|[/.])${hosts[each].replace('.', '\\.')}/`, 'i').test(text.trim()),
  );
  if (linked) return { platform: linked, name };
  const known = followed.find((each) => each.name.toLowerCase() === name.toLowerCase());
  return known ?? { platform: emotePlatforms[0], name };
}
