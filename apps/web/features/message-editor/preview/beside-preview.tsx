'use client';

import { type ReactNode, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { Tabs } from '../../../ui/tabs.tsx';

/** The two-column layout, which the loading placeholders also use. */
export const twoColumns = 'grid gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,460px)]';

/** Shows an editor and its preview side by side if there is space, otherwise in tabs. */
export function BesidePreview({
  words,
  preview,
  children,
}: {
  words: { readonly view: string; readonly edit: string; readonly preview: string };
  preview: ReactNode;
  /** The editor's fields. */
  children: ReactNode;
}) {
  const [view, setView] = useState<'edit' | 'preview'>('edit');
  return (
    <>
      <Tabs
        label={words.view}
        className="mb-4 xl:hidden"
        value={view}
        onChange={setView}
        tabs={[
          { value: 'edit', label: words.edit },
          { value: 'preview', label: words.preview },
        ]}
      />
      <div className={cx('items-start', twoColumns)}>
        <div className={cx('flex min-w-0 flex-col gap-6', view === 'preview' && 'max-xl:hidden')}>{children}</div>
        <aside aria-label={words.preview} className={cx('xl:sticky xl:top-20', view === 'edit' && 'max-xl:hidden')}>
          <h2 className="mb-1 font-semibold text-lead">{words.preview}</h2>
          {preview}
        </aside>
      </div>
    </>
  );
}
