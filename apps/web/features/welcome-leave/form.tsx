'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { MissingIntents } from '../../shell/server/missing-intents.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { GreetingPage } from '../message-editor/server/greeting-page.tsx';
import type { PlaceholderWords } from '../message-editor/template/suggestions.tsx';
import { useWelcomeFields } from './field-words.ts';
import { form, type Greeting, lacksChannel, Sections, types } from './sections.tsx';

export function WelcomeLeaveScreen({ serverId, words }: { serverId: ServerId; words: PlaceholderWords }) {
  const t = useTranslations('welcome-leave');
  const [type, setType] = useState<Greeting>('welcome');
  return (
    <GreetingPage
      serverId={serverId}
      tool="welcome-leave"
      form={form}
      types={types}
      type={type}
      label={t(`${type}On`)}
      words={words}
      fields={useWelcomeFields()}
      isWrong={(value) => types.some((each) => lacksChannel(value, each))}
      notice={<MissingIntents of="welcome-leave" />}
      tabs={
        <Tabs
          label={t('title')}
          className="mb-3"
          value={type}
          onChange={setType}
          tabs={types.map((each) => ({ value: each, label: t(`${each}Title`) }))}
        />
      }
    >
      {(scene) => <Sections key={type} {...scene} type={type} words={words} />}
    </GreetingPage>
  );
}
