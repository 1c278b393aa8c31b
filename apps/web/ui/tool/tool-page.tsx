'use client';

import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { PageHeader } from '../page-header.tsx';
import { Avatar } from '../pictures/avatar.tsx';

export interface ToolState {
  readonly tone: 'ok' | 'warn' | 'off';
  readonly text: string;
}

const dots = { ok: 'bg-ok', warn: 'bg-warn', off: 'bg-control' } as const;

export const StateLine = ({ tone, text }: ToolState) => (
  <output className="flex min-w-0 flex-1 basis-56 items-start gap-2.5">
    <span aria-hidden className={cx('mt-1.5 size-2 shrink-0 rounded-full', dots[tone])} />
    <span className={cx('min-w-0', tone === 'warn' ? 'text-warn' : 'text-muted')}>{text}</span>
  </output>
);

/**
 * The page of a server's tool: its switch and state, the form, a preview as Discord draws it, and the last results
 * below. On a phone, the preview comes first and is cropped.
 */
export function ToolPage({
  title,
  text,
  actions,
  tabs,
  power,
  state,
  test,
  notice,
  place,
  words,
  preview,
  below,
  children,
}: {
  title: string;
  text: string;
  actions?: ReactNode;
  /** The tabs, for tools with several results. */
  tabs?: ReactNode;
  /** The switch, or the first action. */
  power: ReactNode;
  state: ToolState;
  test?: ReactNode;
  notice?: ReactNode;
  /** The server and the channel in the preview's header. */
  place: { readonly server: string; readonly icon: string | null; readonly channel: string | null };
  words: { readonly preview: string; readonly whole: string; readonly less: string };
  preview: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <PageHeader title={title} description={text} actions={actions} />
      {notice}
      {tabs}
      <section className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-panel border border-line bg-surface px-5 py-3">
        {power}
        <StateLine {...state} />
        {test}
      </section>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,460px)]">
        <div data-form className="min-w-0">
          {children}
        </div>
        <aside aria-label={words.preview} className="max-xl:order-first xl:sticky xl:top-20">
          <div className={cx(!isWhole && 'max-xl:max-h-[40dvh] max-xl:overflow-hidden')}>
            <p className="mb-2 flex min-w-0 items-center gap-2 font-semibold">
              <Avatar name={place.server} src={place.icon} size={22} shape="square" />
              <bdi className="truncate">{place.server}</bdi>
              {place.channel !== null && <bdi className="min-w-0 truncate text-muted">{place.channel}</bdi>}
            </p>
            {preview}
          </div>
          <Button size="compact" className="mt-2 xl:hidden" onClick={() => setWhole(!isWhole)}>
            {isWhole ? words.less : words.whole}
          </Button>
        </aside>
      </div>
      {below}
    </>
  );
}
