'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Card, CardBody } from '../../../ui/card.tsx';
import { Fold } from '../../../ui/tool/fold.tsx';
import { Basics } from './basics.tsx';
import { EntryFields, MessageFields, WinnerFields } from './more-fields.tsx';
import { NeedsFields } from './needs-fields.tsx';
import type { FormProps } from './parts.tsx';
import { useSummaries } from './summaries.ts';

/**
 * Shows the basics, and folds the other settings. After the first entry, only fields that may be loosened are shown.
 */
export function GiveawayForm(props: FormProps & { hasCodeword: boolean }) {
  const t = useTranslations('giveaways.sections');
  const summaries = useSummaries(props);
  const rows = {
    needs: <NeedsFields {...props} />,
    entries: <EntryFields {...props} />,
    claim: <WinnerFields {...props} />,
    message: <MessageFields {...props} />,
  } as const satisfies Record<string, ReactNode>;
  const shown = props.stage === 'frozen' ? (['message'] as const) : (Object.keys(rows) as (keyof typeof rows)[]);
  return (
    <>
      <Card>
        <CardBody className="grid gap-5">
          <Basics {...props} />
        </CardBody>
      </Card>
      <Card className="px-5 [&>details:first-child]:border-t-0">
        {shown.map((row) => (
          <Fold key={row} title={t(row)} summary={summaries[row]}>
            <div className="grid gap-5">{rows[row]}</div>
          </Fold>
        ))}
      </Card>
    </>
  );
}
