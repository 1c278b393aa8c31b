'use client';

import { aboutPlatforms, type Platform, platforms } from '@tally/contract/platforms/words';
import { defaultMessage } from '@tally/message/defaults';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import type { SceneProps } from '../live-scene.tsx';
import { SampleMessage } from './sample-message.tsx';

const MOST_LETTERS = 140;

/** Visitors type a title and choose a platform, and see the card that the bot would post. */
export function PostScene({ site }: SceneProps) {
  const t = useTranslations('landing');
  const locale = useLocale();
  const [platform, setPlatform] = useState<Platform>('kick');
  const [title, setTitle] = useState<string>();
  const type = `${platform}Live` as const;
  const { name, colour } = aboutPlatforms[platform];
  return (
    <div className="grid gap-4 rounded-panel border border-line bg-surface p-5">
      <Tabs
        label={t('platforms')}
        value={platform}
        onChange={setPlatform}
        tabs={platforms.map((value) => ({
          value,
          label: (
            <>
              <PlatformNotch platform={value} />
              {aboutPlatforms[value].name}
            </>
          ),
        }))}
      />
      <Field label={t('scenes.post.title')}>
        <FieldInput
          value={title ?? t(`message.${platform}.title`)}
          maxLength={MOST_LETTERS}
          onChange={(event) => setTitle(event.target.value)}
        />
      </Field>
      <SampleMessage
        type={type}
        template={defaultMessage(type, locale)}
        site={site}
        values={{
          streamer: 'nova_plays',
          platform: name,
          platform_color: colour,
          title: title ?? t(`message.${platform}.title`),
          category: t(`message.${platform}.category`),
        }}
      />
    </div>
  );
}
