'use client';

import type { Problem } from '@tally/message/discord';
import { useLocale, useTranslations } from 'next-intl';
import { use, useRef } from 'react';
import { fullCount } from '../../../lib/words/format.ts';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { type TemplateHandle, TemplateInput } from '../template/template-input.tsx';
import { type EditorScene, Scene } from './context.tsx';

export function useScene(): EditorScene {
  const scene = use(Scene);
  if (!scene) throw new Error('A part of a message stands outside its editor.');
  return scene;
}

/** Edits one text of a message, with its label, chips, character count and problem. */
export function Part({
  path,
  label,
  hint,
  value,
  onChange,
  isMultiline = false,
  className,
}: {
  path: string;
  label: string;
  hint?: string;
  value: string;
  onChange: (text: string) => void;
  isMultiline?: boolean;
  className?: string;
}) {
  const { placeholders, words, counters, problems, sentenceOf, onWriting } = useScene();
  const handle = useRef<TemplateHandle>(null);
  const own = problems.filter((problem) => problem.path === path);
  const counter = counters.get(path);
  const mend = (start: number, end: number, name: string) =>
    onChange(`${value.slice(0, start)}{${name}}${value.slice(end)}`);
  return (
    <Field
      label={label}
      hint={hint}
      error={
        own.length > 0
          ? own.map((problem) => <Wrong key={keyOf(problem)} problem={problem} say={sentenceOf} mend={mend} />)
          : undefined
      }
      aside={counter && value !== '' ? <Counter {...counter} /> : undefined}
      {...(className ? { className } : {})}
    >
      <TemplateInput
        path={path}
        value={value}
        onChange={onChange}
        onFocus={() => onWriting(handle)}
        placeholders={placeholders}
        words={words}
        isMultiline={isMultiline}
        handle={handle}
      />
    </Field>
  );
}

const keyOf = ({ code, range }: Problem): string => `${code} ${range?.start ?? ''}`;

/** Shows the problem of a text, with a button to fix it if the intention is clear. */
function Wrong({
  problem,
  say,
  mend,
}: {
  problem: Problem;
  say: (problem: Problem) => string;
  mend: (start: number, end: number, name: string) => void;
}) {
  const t = useTranslations('message-editor.editor');
  const { range } = problem;
  const meant = problem.values['didYouMean'];
  return (
    <span className="block">
      {say(problem)}
      {range && meant !== undefined && (
        <button
          type="button"
          onClick={() => mend(range.start, range.end, String(meant))}
          className="ms-1.5 font-semibold underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {t('mend', { name: String(meant) })}
        </button>
      )}
    </span>
  );
}

/** No alert, because the problem below already reports a text that is too long. */
function Counter({ length, limit }: { length: number; limit: number }) {
  const locale = useLocale();
  return (
    <span dir="ltr" className={cx('figures shrink-0 text-small', length > limit ? 'text-red' : 'text-faint')}>
      {`${fullCount(length, locale)} / ${fullCount(limit, locale)}`}
    </span>
  );
}
