'use client';

import { ArrowRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { excerpt } from '../../lib/drafts/differences.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Two versions of one field in readable form. */
export interface ChangeRow {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** Shows the old and new value of each field, or the values of two people. */
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

/** The number of fields that a line shows at first. */
const MOST_SHOWN = 4;

/** Lists the changed fields of one record line by line. */
export function ChangedFields({
  rows,
  words,
  sides = 'both',
}: {
  rows: readonly ChangeRow[];
  words: { from: string; to: string };
  /** Additions and removals have only one side. */
  sides?: 'both' | 'from' | 'to';
}) {
  const t = useTranslations('ui');
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, MOST_SHOWN);
  const hidden = rows.length - MOST_SHOWN;
  return (
    <>
      {shown.length > 0 && (
        <ul className="mt-1.5 grid gap-1.5">
          {shown.map((row) => (
            <ChangedField key={`${row.name} ${row.from} ${row.to}`} row={row} words={words} sides={sides} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button
          size="compact"
          variant="ghost"
          className="-ms-2 mt-1"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('fewerFields') : t('moreFields', { count: hidden })}
        </Button>
      )}
    </>
  );
}

function ChangedField({
  row: { name, from, to },
  words,
  sides,
}: {
  row: ChangeRow;
  words: { from: string; to: string };
  sides: 'both' | 'from' | 'to';
}) {
  const isBoth = sides === 'both';
  return (
    <li className="grid gap-x-4 text-small sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)]">
      {name !== '' && <span className="text-muted wrap-anywhere first-letter:uppercase">{name}</span>}
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        {sides !== 'to' && (
          <span className="max-w-full min-w-0">
            {isBoth && <span className="sr-only">{words.from}: </span>}
            <ValueText text={from} other={to} />
          </span>
        )}
        {isBoth && <Icon of={ArrowRight} className="size-3.5 shrink-0 self-center text-muted rtl:-scale-x-100" />}
        {sides !== 'from' && (
          <span className="max-w-full min-w-0">
            {isBoth && <span className="sr-only">{words.to}: </span>}
            <ValueText text={to} other={from} />
          </span>
        )}
      </span>
    </li>
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

/** Shows a value as text. A long one is cut to where it begins to differ from the other. */
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
