'use client';

import { emotePlatforms } from '@tally/contract/platforms/words';
import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { type Candidate, nameOf } from '../../../../shell/streamers/search.ts';
import { StreamerField } from '../../../../shell/streamers/streamer-field.tsx';
import { useStreamerSearch } from '../../../../shell/streamers/use-search.ts';
import { Button } from '../../../../ui/button.tsx';
import type { Channel } from './api.ts';

const emotePlatformOf = ({ platform }: Candidate): Channel['platform'] | undefined =>
  emotePlatforms.find((each) => each === platform);

/** Chooses the source, which can be any channel on a platform with emotes. */
export function ChannelForm({ channel, onChoose }: { channel: Channel | null; onChoose: (channel: Channel) => void }) {
  const t = useTranslations('emotes');
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState<Candidate | null>(null);
  const search = useStreamerSearch({
    text: text ?? '',
    platforms: emotePlatforms,
    prefer: emotePlatforms[0],
    isOff: (row) => emotePlatformOf(row) === undefined,
  });
  const choose = (row: Candidate | null) => {
    const platform = row && emotePlatformOf(row);
    if (platform) onChoose({ platform, name: nameOf(row) });
  };
  const take = async () => choose(await search.take(active));
  return (
    <form
      className="grid max-w-lg gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void take();
      }}
    >
      <StreamerField
        label={t('channel')}
        hint={t('import.channelHint')}
        text={text ?? channel?.name ?? ''}
        onText={setText}
        search={search}
        active={active ?? search.first}
        onActive={setActive}
        onTake={choose}
        noteOf={(row) => (emotePlatformOf(row) ? null : { text: t('import.hasNone'), isOff: true })}
        onEnter={() => void take()}
      />
      <Button icon={Search} type="submit" variant={channel ? 'quiet' : 'primary'} className="justify-self-start">
        {t('show')}
      </Button>
    </form>
  );
}
