'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useScene } from './part.tsx';

const SHOWN = 8;

/** The placeholders for this kind of message. A press inserts one at the last cursor position. */
export function Chips({ onPick }: { onPick: (name: string) => void }) {
  const t = useTranslations('message-editor.editor');
  const { placeholders, words } = useScene();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? placeholders : placeholders.filter(({ name }) => often.has(name)).slice(0, SHOWN);
  return (
    <fieldset aria-label={t('placeholders')} className="flex flex-wrap gap-1.5">
      {shown.map(({ name }) => (
        <button
          key={name}
          type="button"
          title={words[name as keyof typeof words]}
          aria-label={t('insert', { name })}
          // Keeps the focus and the cursor in the text field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(name)}
          className="rounded-mark border border-line bg-raised px-2 py-1 font-mono text-small transition-colors duration-120 hover:border-control pointer-coarse:min-h-11"
        >
          {`{${name}}`}
        </button>
      ))}
      <Button variant="ghost" size="compact" aria-expanded={isWhole} onClick={() => setWhole((was) => !was)}>
        {isWhole ? t('fewer') : t('more')}
      </Button>
    </fieldset>
  );
}

const often: ReadonlySet<string> = new Set([
  'streamer',
  'title',
  'category',
  'url',
  'ping',
  'viewers',
  'started',
  'duration',
  'member',
  'server',
  'prize',
  'winners',
  'summary',
  'details',
  'host',
  'ends',
  'claim',
]);
