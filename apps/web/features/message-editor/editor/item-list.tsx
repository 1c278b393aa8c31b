'use client';

import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ItemTools } from './item-tools.tsx';
import { moveAt, removeAt } from './list.ts';
import { useItemFocus } from './use-item-focus.ts';

/** An ordered list with add, move and remove; the focus follows. Each item has `data-item`. */
export function ItemList<Item>({
  value,
  most,
  fresh,
  words,
  className,
  onChange,
  children,
}: {
  value: readonly Item[];
  most: number;
  fresh: () => Item;
  words: { readonly add: string; readonly nameOf: (place: number) => string };
  className?: string;
  onChange: (field: string, to: (now: readonly Item[]) => readonly Item[]) => void;
  children: (item: Item, place: number, head: { name: string; tools: ReactNode }) => ReactNode;
}) {
  const t = useTranslations('message-editor.list');
  const { list, added, moved, removed, place: movedTo } = useItemFocus();
  const toolsOf = (place: number) => (
    <ItemTools
      what={words.nameOf(place)}
      isFirst={place === 0}
      isLast={place === value.length - 1}
      onMove={(by) => {
        onChange(`move ${place} ${by}`, (now) => moveAt(now, place, by));
        moved(place, by);
      }}
      onRemove={() => {
        onChange(`remove ${place}`, (now) => removeAt(now, place));
        removed(place);
      }}
    />
  );
  return (
    <div ref={list} className={cx('flex flex-col', className)}>
      {value.map((item, place) => children(item, place, { name: words.nameOf(place), tools: toolsOf(place) }))}
      <Button
        size="compact"
        data-add
        className="self-start"
        disabled={value.length >= most}
        onClick={() => {
          onChange('add', (now) => [...now, fresh()]);
          added();
        }}
      >
        <Icon of={Plus} />
        {words.add}
      </Button>
      <output className="sr-only">{movedTo === null ? '' : t('moved', { place: movedTo })}</output>
    </div>
  );
}

/** One item as a box with its name and actions. */
export function ItemBox({
  path,
  head: { name, tools },
  children,
}: {
  path: string;
  head: { name: string; tools: ReactNode };
  children: ReactNode;
}) {
  return (
    <fieldset aria-label={name} data-item data-path={path} className="rounded-card border border-line p-3">
      <div className="mb-2 flex items-center justify-between gap-3">
        <span aria-hidden className="font-semibold">
          {name}
        </span>
        {tools}
      </div>
      {children}
    </fieldset>
  );
}
