'use client';

import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { FollowedField } from '../../../shell/streamers/followed-field.tsx';
import { keyOf } from '../../../shell/streamers/search.ts';
import { useFollowed } from '../../../shell/streamers/use-followed.ts';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
import { shownName } from '../../notifications/shown-name.ts';
import type { FormProps } from './parts.tsx';

/** Lets a giveaway start or end with a creator's stream. */
export function StreamFields({ server, draft, onChange }: FormProps) {
  const t = useTranslations('giveaways.fields');
  const followed = useFollowed(server.guildId);
  const { followsStream: stream } = draft;
  const chosen = stream && followed.get(keyOf({ platform: stream.platform, id: stream.streamerId }));
  return (
    <>
      {stream ? (
        <Labelled label={t('followsStream')}>
          <div className="flex min-h-control items-center gap-3 rounded-control border border-control ps-3 pe-1">
            <PlatformNotch platform={stream.platform} />
            <bdi className="min-w-0 flex-1 truncate">{chosen ? shownName(chosen) : stream.streamerId}</bdi>
            <IconButton icon={X} label={t('noStream')} onClick={() => onChange({ followsStream: null })} />
          </div>
        </Labelled>
      ) : (
        <FollowedField
          serverId={server.guildId}
          label={t('followsStream')}
          hint={t(followed.size > 0 ? 'followsHint' : 'nobodyFollowed')}
          onTake={({ platform, streamerId }) =>
            streamerId !== null && onChange({ followsStream: { platform, streamerId } })
          }
        />
      )}
      {stream && (
        <div className="divide-y divide-line border-y border-line">
          {(['startsWithStream', 'endsWithStream'] as const).map((name) => (
            <SwitchRow
              key={name}
              label={t(name)}
              checked={draft[name]}
              onChange={(isOn) => onChange({ [name]: isOn })}
            />
          ))}
        </div>
      )}
    </>
  );
}
