'use client';

import { Field as Base } from '@base-ui/react/field';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';

/** Selects several of a few values. An empty selection means all of them, as the hint explains. */
export function Choices<V extends string>({
  label,
  hint,
  choices,
  value,
  onChange,
}: {
  label: string;
  hint: string;
  choices: readonly { readonly value: V; readonly label: string; readonly icon?: ReactNode }[];
  value: readonly V[];
  onChange: (value: V[]) => void;
}) {
  const id = useId();
  const toggle = (one: V, isOn: boolean) =>
    onChange(choices.map((each) => each.value).filter((each) => (each === one ? isOn : value.includes(each))));
  return (
    <fieldset aria-describedby={id} className="min-w-0">
      <legend className="mb-1.5 font-semibold text-body">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {choices.map((choice) => (
          <Base.Root key={choice.value} render={<span />}>
            <Base.Label className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
              <Checkbox
                label={choice.label}
                checked={value.includes(choice.value)}
                onChange={(isOn) => toggle(choice.value, isOn)}
              />
              {choice.icon}
              <span className="inline-block first-letter:uppercase">{choice.label}</span>
            </Base.Label>
          </Base.Root>
        ))}
      </div>
      <p id={id} className="mt-1 text-muted text-small">
        {hint}
      </p>
    </fieldset>
  );
}
