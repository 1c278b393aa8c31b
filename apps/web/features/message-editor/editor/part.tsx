'use client';

import { useLocale } from 'next-intl';
import { use, useRef } from 'react';
import { fullCount } from '../../../lib/format.ts';
import { cx } from '../../../ui/cx.ts';
import { Field } from '../../../ui/field.tsx';
import { type TemplateHandle, TemplateInput } from '../template/template-input.tsx';
import { type EditorScene, Scene } from './context.tsx';

export function useScene(): EditorScene {
  const scene = use(Scene);
  if (!scene) throw new Error('A part of a message stands outside its editor.');
  return scene;
}

/** One text of a message: label, chips, counter after filling, and what is wrong with it. */
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
  const own = problems.filter((problem) => problem.path === path).map(sentenceOf);
  const counter = counters.get(path);
  return (
    <Field
      label={label}
      hint={hint}
      error={own.length > 0 ? own.join('\n') : undefined}
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

/** Said by the problem below when it is too much, so it is no alert of its own. */
function Counter({ length, limit }: { length: number; limit: number }) {
  const locale = useLocale();
  return (
    <span dir="ltr" className={cx('figures shrink-0 text-small', length > limit ? 'text-red' : 'text-faint')}>
      {`${fullCount(length, locale)} / ${fullCount(limit, locale)}`}
    </span>
  );
}
