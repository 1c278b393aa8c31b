'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { cx } from '../../../ui/cx.ts';

/** Switches between monthly and annual payment. */
export function PayChoice({ isAnnual, onChange }: { isAnnual: boolean; onChange: (isAnnual: boolean) => void }) {
  const t = useTranslations('premium');
  const name = useId();
  return (
    <fieldset className="inline-flex rounded-card border border-line bg-surface p-1">
      <legend className="sr-only">{t('payEvery')}</legend>
      {[false, true].map((each) => (
        <label
          key={String(each)}
          className={cx(
            'inline-flex h-[34px] cursor-pointer items-center gap-2 rounded-control px-3.5 font-medium transition-colors duration-120 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 pointer-coarse:h-11',
            each === isAnnual ? 'bg-ink text-on-ink' : 'text-muted hover:text-text',
          )}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={each === isAnnual}
            onChange={() => onChange(each)}
          />
          {t(each ? 'annual' : 'monthly')}
          {each && <span className="text-small">{t('monthsFree')}</span>}
        </label>
      ))}
    </fieldset>
  );
}
