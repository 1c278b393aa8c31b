'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { EntryFields, ExtraFields, StreamFields, WinnerFields } from './more-section.tsx';
import { NeedsFields } from './needs-section.tsx';
import type { FormProps } from './parts.tsx';
import { NeedsSentence } from './preview.tsx';
import { BothZones, DrawFields, PrizeFields } from './terms-section.tsx';

/** All fields of a giveaway. Once a person has entered, only fields that may loosen are shown. */
export function GiveawayForm(props: FormProps & { end: Date | null; hasCodeword: boolean }) {
  const { draft, discord, stage, end } = props;
  return (
    <>
      <Section name="prize">
        <PrizeFields {...props} />
      </Section>
      <Section name="draw">
        <DrawFields {...props} />
        {end && <BothZones end={end} />}
      </Section>
      {stage !== 'frozen' && (
        <>
          <Section name="needs">
            <NeedsSentence draft={draft} discord={discord} />
            <NeedsFields {...props} />
          </Section>
          <Section name="entries">
            <EntryFields {...props} />
          </Section>
          <Section name="winners">
            <WinnerFields {...props} />
          </Section>
        </>
      )}
      {stage === 'new' && (
        <Section name="stream">
          <StreamFields {...props} />
        </Section>
      )}
      <Section name="extras">
        <ExtraFields {...props} />
      </Section>
    </>
  );
}

function Section({
  name,
  children,
}: {
  name: 'prize' | 'draw' | 'needs' | 'entries' | 'winners' | 'stream' | 'extras';
  children: ReactNode;
}) {
  const t = useTranslations('giveaways.sections');
  return (
    <Card>
      <CardHeader title={t(name)} />
      <CardBody className="grid gap-5">{children}</CardBody>
    </Card>
  );
}
