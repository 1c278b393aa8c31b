'use client';

import type { GiveawayProof, ProvenDraw } from '@tally/contract/giveaways/views';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { checkQuery } from '../api.ts';
import { keyStartOf } from './check.ts';

/** Entrants can find themselves in the sheet, but they cannot identify others. */
export function FindYourself({ proof, receipt }: { proof: GiveawayProof; receipt: string }) {
  const t = useTranslations('giveaways.proof.find');
  const [pasted, setPasted] = useState(receipt);
  const isTyped = pasted.trim() !== '';
  const { data: start } = useQuery({
    queryKey: ['giveaway-proof', 'key', pasted.trim()],
    queryFn: () => keyStartOf(pasted),
    enabled: isTyped,
  });
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} />
      <CardBody className="grid gap-4">
        <Field label={t('label')} hint={t('hint')} error={isTyped && start === null ? t('bad') : undefined}>
          <FieldInput
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
            className="font-mono"
          />
        </Field>
        {isTyped && start && (
          <ul aria-live="polite" className="grid gap-1">
            {proof.draws
              .filter(({ drawnAt }) => drawnAt !== null)
              .map((draw) => (
                <InDraw key={draw.number} proof={proof} draw={draw} start={start} />
              ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

function InDraw({ proof, draw, start }: { proof: GiveawayProof; draw: ProvenDraw; start: string }) {
  const t = useTranslations('giveaways.proof.find');
  const checked = useQuery(checkQuery(proof, draw)).data;
  if (!checked) return null;
  const { number, order, tickets: all } = draw;
  const line = checked.entries.findIndex(({ key }) => key.startsWith(start));
  const entry = checked.entries[line];
  if (!entry) return <li className="text-warn">{t('absent', { number })}</li>;
  const outcome = order.find(({ key }) => key === entry.key)?.outcome ?? 'notDrawn';
  return <li>{t('there', { number, line: line + 1, tickets: entry.tickets, all, outcome })}</li>;
}
