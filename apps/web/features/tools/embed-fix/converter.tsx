'use client';

import { fixedUrlOf, type PageLink, readKickLink } from '@tally/contract/platforms/kick-links';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { putInClipboard } from '../../../lib/browser/clipboard.ts';
import { useCalm } from '../../../lib/browser/use-calm.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { Input } from '../../../ui/fields/input.tsx';
import { CardPreview } from './card-preview.tsx';

/** Converts the link as the user types. The preview of Discord's card updates once typing pauses. */
export function Converter({ webUrl }: { webUrl: string }) {
  const t = useTranslations('embed-fix');
  const [text, setText] = useState('');
  const page = pageIn(text);
  const calm = useCalm(text);
  // While a person types, an incomplete name is not an error.
  const isWrong = page === null && text.trim() !== '' && calm === text;
  return (
    <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-2">
      <div className="grid min-w-0 gap-6">
        <Field label={t('link')} hint={t('hint')} error={isWrong ? t('notKick') : undefined}>
          <FieldInput
            inputMode="url"
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            placeholder={t('placeholder')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {page && <FixedLink address={fixedUrlOf(webUrl, page)} />}
      </div>
      <CardPreview page={calm === text ? page : pageIn(calm)} />
    </div>
  );
}

function FixedLink({ address }: { address: string }) {
  const t = useTranslations('embed-fix');
  const [copied, setCopied] = useState<{ address: string; isDone: boolean } | null>(null);
  const outcome = copied?.address === address ? copied : null;
  const copy = async () => setCopied({ address, isDone: await putInClipboard(address) });
  return (
    <div className="grid gap-2">
      <label className="font-semibold" htmlFor="fixed-link">
        {t('fixed')}
      </label>
      <Input id="fixed-link" readOnly dir="ltr" value={address} onFocus={(event) => event.target.select()} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => void copy()}>
          {t(outcome?.isDone ? 'copied' : 'copy')}
        </Button>
        <a className={buttonClass('quiet')} href={address} target="_blank" rel="noreferrer">
          {t('open')}
        </a>
        <a className={buttonClass('ghost')} href="/docs/community/kick-links">
          {t('next')}
        </a>
      </div>
      <output className={outcome?.isDone === false ? 'text-muted text-small' : 'sr-only'}>
        {outcome && t(outcome.isDone ? 'copied' : 'notCopied')}
      </output>
    </div>
  );
}

/** Reads a link to kick.com, or the bare name of a channel. */
export function pageIn(text: string): PageLink | null {
  const name = /^\s*@?([\w-]{2,50})\s*$/.exec(text)?.[1];
  return readKickLink(name ? `kick.com/${name}` : text);
}
