'use client';

import type { ReactNode } from 'react';
import { useId } from 'react';
import { cx } from '../../../../ui/cx.ts';

export function Range({
  label,
  shown,
  value,
  least,
  most,
  step = 1,
  onChange,
}: {
  label: string;
  shown: string;
  value: number;
  least: number;
  most: number;
  step?: number;
  onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-muted">
          {label}
        </label>
        <span className="figures text-small" dir="ltr">
          {shown}
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={shown}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className="h-6 w-full cursor-pointer accent-text pointer-coarse:h-11"
      />
    </div>
  );
}

export function Colour({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <label className="flex min-w-0 cursor-pointer items-center gap-2.5 rounded-control border border-line py-1 ps-1 pe-3 hover:border-control">
      <input
        type="color"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="size-7 shrink-0 cursor-pointer rounded-mark border-0 bg-transparent p-0 pointer-coarse:size-9"
      />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      <span className="figures text-faint text-small uppercase" dir="ltr" aria-hidden>
        {value}
      </span>
    </label>
  );
}

/** A choice between a few options that are all visible. */
export function Choices<V extends string>({
  label,
  values,
  value,
  wordOf,
  onChange,
}: {
  label: string;
  values: readonly V[];
  value: V;
  wordOf: (value: V) => ReactNode;
  onChange: (value: V) => void;
}) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-muted">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {values.map((each) => (
          <label
            key={each}
            className={cx(
              'inline-flex h-[30px] cursor-pointer items-center rounded-control border px-2.5 text-small transition-colors duration-120 pointer-coarse:h-11',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
              each === value
                ? 'border-text bg-raised font-semibold text-text'
                : 'border-line text-muted hover:text-text',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={each === value}
              onChange={() => onChange(each)}
              className="sr-only"
            />
            {wordOf(each)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Words({
  label,
  value,
  most,
  onChange,
}: {
  label: string;
  value: string;
  most: number;
  onChange: (value: string) => void;
}) {
  return (
    <label className="flex flex-col gap-1.5">
      <span className="text-muted">{label}</span>
      <input
        type="text"
        value={value}
        maxLength={most}
        dir="auto"
        onChange={({ target }) => onChange(target.value)}
        className="h-control w-full min-w-0 rounded-control border border-control bg-ground px-3 pointer-coarse:text-lead"
      />
    </label>
  );
}
