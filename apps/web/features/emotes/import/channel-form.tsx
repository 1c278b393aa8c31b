'use client';

import { type EmotePlatform, emotePlatforms } from '@tally/contract/emotes';
import type { ServerId } from '@tally/contract/ids';
import { useQueries } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { platformNames } from '../../../lib/platform-names.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, FieldInput } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
import { Select } from '../../../ui/select.tsx';
import { namesQuery } from '../../notifications/api.ts';
import { nameIn } from '../name-in.ts';
import type { Channel } from './api.ts';

const NOBODY = '';

/** Somebody whom the server follows, or anybody else. */
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
  const [platform, setPlatform] = useState<EmotePlatform>(channel?.platform ?? 'kick');
  const lists = useQueries({ queries: emotePlatforms.map((each) => namesQuery({ serverId, platform: each })) });
  const followed = emotePlatforms.flatMap((each, at) =>
    (lists[at]?.data ?? []).map(({ streamerUserName: name, displayName }) => ({
      value: `${each}/${name}`,
      label: displayName ?? name,
      icon: <PlatformNotch platform={each} />,
      channel: { platform: each, name },
    })),
  );
  const chosen = followed.find((each) => each.value === `${channel?.platform}/${channel?.name}`);
  return (
    <div className="grid gap-4">
      {followed.length > 0 && (
        <div className="grid w-full max-w-sm gap-1.5">
          <span className="font-semibold">{t('import.followed')}</span>
          <Select
            label={t('import.followed')}
            value={chosen?.value ?? NOBODY}
            choices={[{ value: NOBODY, label: t('import.nobody'), disabled: true }, ...followed]}
            onChange={(value) => {
              const found = followed.find((each) => each.value === value);
              if (found) onChoose(found.channel);
            }}
          />
        </div>
      )}
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get('channel');
          const name = nameIn(typeof typed === 'string' ? typed : '');
          if (name !== '') onChoose({ platform, name });
        }}
      >
        <div className="w-32">
          <Select
            label={t('import.platform')}
            value={platform}
            onChange={setPlatform}
            choices={emotePlatforms.map((value) => ({ value, label: platformNames[value] }))}
          />
        </div>
        <Field label={t('channel')} className="w-full max-w-sm">
          <FieldInput name="channel" defaultValue={channel?.name ?? ''} maxLength={100} required autoComplete="off" />
        </Field>
        <Button type="submit">
          <Icon of={Search} />
          {t('show')}
        </Button>
      </form>
    </div>
  );
}
