'use client';

import { Check, Copy } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { putInClipboard } from '../../lib/browser/clipboard.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FieldInput } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { linkOf } from './link-of.ts';

export function NewLink({ webUrl, code }: { webUrl: string; code: string }) {
  const t = useTranslations('teams.invites');
  const [outcome, setOutcome] = useState<'copied' | 'notCopied' | null>(null);
  const link = linkOf(webUrl, code);
  const copy = async () => setOutcome((await putInClipboard(link)) ? 'copied' : 'notCopied');
  return (
    <div className="grid gap-3">
      <Field label={t('link')}>
        <FieldInput readOnly dir="ltr" value={link} onFocus={({ target }) => target.select()} className="font-mono" />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" onClick={() => void copy()}>
          <Icon of={outcome === 'copied' ? Check : Copy} />
          {t('copy')}
        </Button>
        <output className="text-muted text-small">{outcome && t(outcome)}</output>
      </div>
    </div>
  );
}
