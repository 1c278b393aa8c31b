'use client';

import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type Ref, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { Input } from '../../../ui/fields/input.tsx';
import { LateSelect } from '../../../ui/fields/late-select.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type Show, shows, sorts, type View } from './arrange.ts';

export function Toolbar({
  view,
  total,
  counts,
  found,
  onChange,
  searchRef,
}: {
  view: View;
  total: number;
  counts: Readonly<Record<Show, number>>;
  /** The number of rows that match the filter. */
  found: number;
  onChange: (change: Partial<View>) => void;
  searchRef: Ref<HTMLInputElement>;
}) {
  const t = useTranslations('notifications.table');
  return (
    <search className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 sm:gap-x-4">
      <SearchBox value={view.search} onChange={(search) => onChange({ search })} inputRef={searchRef} />
      <fieldset
        aria-label={t('filters')}
        className="-mx-1 flex min-w-0 gap-1 overflow-x-auto px-1 py-1 max-lg:order-last max-lg:w-full"
      >
        <Chip isOn={view.show === null} count={total} onClick={() => onChange({ show: null })}>
          {t('all')}
        </Chip>
        {shows.map((show) => (
          <Chip
            key={show}
            isOn={view.show === show}
            count={counts[show]}
            onClick={() => onChange({ show: view.show === show ? null : show })}
          >
            {t(`show.${show}`)}
          </Chip>
        ))}
      </fieldset>
      <LateSelect
        label={t('sort')}
        className="ms-auto w-36! sm:w-40!"
        choices={sorts.map((sort) => ({ value: sort, label: t(`sorts.${sort}`) }))}
        value={view.sort}
        onChange={(sort) => onChange({ sort })}
      />
      <output className="sr-only">{t('found', { count: found })}</output>
    </search>
  );
}

/** A search field that shows typed text immediately, while the list updates later. */
function SearchBox({
  value,
  onChange,
  inputRef,
}: {
  value: string;
  onChange: (value: string) => void;
  inputRef: Ref<HTMLInputElement>;
}) {
  const t = useTranslations('notifications.table');
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // The URL changed elsewhere, by the back button or "show everybody".
  if (known !== value) {
    setKnown(value);
    if (value.trim() !== typed.trim()) setTyped(value);
  }
  return (
    <div className="relative min-w-0 flex-1 sm:max-w-60">
      <Icon of={Search} className="absolute inset-s-3 top-1/2 -translate-y-1/2 text-muted" />
      <Input
        ref={inputRef}
        type="search"
        dir="auto"
        aria-label={t('search')}
        placeholder={t('search')}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(event.target.value);
        }}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        className="ps-9"
      />
    </div>
  );
}

function Chip({
  isOn,
  count,
  onClick,
  children,
}: {
  isOn: boolean;
  count: number;
  onClick: () => void;
  children: string;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={cx(
        'inline-flex h-[30px] shrink-0 items-center gap-1.5 rounded-full border px-3 text-small whitespace-nowrap transition-colors duration-120 pointer-coarse:h-11',
        isOn ? 'border-control bg-raised font-semibold text-text' : 'border-line text-muted hover:text-text',
      )}
    >
      {children}
      <span className="figures text-muted">{count}</span>
    </button>
  );
}
