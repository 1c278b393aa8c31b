'use client';

import { type Incident, toldStates } from '@tally/contract/status/history';
import { useQueryClient } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { dateTime } from '../../../lib/words/format.ts';
import { SaveProblem } from '../../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../../shell/failed.tsx';
import { toast } from '../../../shell/toast.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Textarea } from '../../../ui/fields/input.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { tellIncident } from '../api.ts';

type Told = (typeof toldStates)[number];

/** Posts an update of the incident with a status and a short text. The status `Over` ends it. */
export function Tell({ incident }: { incident: Incident }) {
  const t = useTranslations('status');
  const tell = useCreate(tellIncident(useQueryClient(), incident.incidentId));
  const refusal = useFailure(tell.error);
  const locale = useLocale();
  const [last] = incident.updates;
  const [state, setState] = useState<Told>(nextOf(incident));
  const [text, setText] = useState('');
  const go = () =>
    tell.mutate(
      { state, text: text.trim() },
      {
        onSuccess(sentence) {
          setText('');
          void toast('success', { title: sentence });
        },
      },
    );
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader
        title={t('admin.tell')}
        description={
          last && t('admin.last', { state: t(`incident.states.${last.state}`), at: dateTime(last.at, locale) })
        }
      />
      <form
        className="grid gap-4 px-5 pt-3 pb-5"
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <Labelled label={t('admin.fields.state')}>
          <Select<Told>
            label={t('admin.fields.state')}
            value={state}
            choices={toldStates.map((value) => ({ value, label: t(`incident.states.${value}`) }))}
            onChange={setState}
            className="max-w-80"
          />
        </Labelled>
        <Labelled label={t('admin.fields.text')}>
          <Textarea
            aria-label={t('admin.fields.text')}
            rows={3}
            dir="auto"
            maxLength={5_000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Labelled>
        <SaveProblem text={tell.isError ? refusal : null} />
        <Button
          icon={Megaphone}
          type="submit"
          variant="primary"
          className="justify-self-start"
          isPending={tell.isPending}
          disabled={text.trim() === ''}
        >
          {t('admin.tellYes')}
        </Button>
      </form>
    </Card>
  );
}

function nextOf({ updates: [newest] }: Incident): Told {
  const at = newest ? toldStates.indexOf(newest.state) : -1;
  return toldStates[Math.min(at + 1, toldStates.length - 1)] ?? 'found';
}
