'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { excerpt } from '../lib/differences.ts';
import { Button } from '../ui/button.tsx';

/** One field in two versions, as people read it. */
export interface ChangeRow {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** Field by field what was and what is, or what two people want. */
export function ChangeRows({ rows, words }: { rows: readonly ChangeRow[]; words: { from: string; to: string } }) {
  return (
    <ul className="grid gap-2.5">
      {rows.map(({ name, from, to }) => (
        <li key={`${name} ${from} ${to}`} className="min-w-0">
          <p className="font-semibold text-small wrap-anywhere first-letter:uppercase">{name}</p>
          <dl className="mt-1 grid gap-x-3 gap-y-1.5 sm:grid-cols-2">
            <Side label={words.from} text={from} other={to} />
            <Side label={words.to} text={to} other={from} />
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Side({ label, text, other }: { label: string; text: string; other: string }) {
  return (
    <div className="min-w-0 rounded-card border border-line bg-ground px-2.5 py-1.5">
      <dt className="text-muted text-small">{label}</dt>
      <dd>
        <ValueText text={text} other={other} />
      </dd>
    </div>
  );
}

/** A value as a text; of a long one, the piece in which it begins to differ from the other. */
export function ValueText({ text, other }: { text: string; other: string }) {
  const t = useTranslations('ui');
  const [isWhole, setWhole] = useState(false);
  const short = excerpt(text, other);
  return (
    <>
      <span dir="auto" className="block wrap-anywhere whitespace-pre-wrap">
        {isWhole || short === null ? text : short}
      </span>
      {short !== null && (
        <Button size="compact" className="my-1" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'less' : 'whole')}
        </Button>
      )}
    </>
  );
}
