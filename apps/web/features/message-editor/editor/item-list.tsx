'use client';

import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { moveAt, removeAt } from './list.ts';
import { useItemFocus } from './use-item-focus.ts';

/** An ordered list with buttons to add, move and remove items. The focus follows. Each item needs `data-item`. */
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
  const move = (place: number, by: 1 | -1) => {
    onChange(`move ${place} ${by}`, (now) => moveAt(now, place, by));
    moved(place, by);
  };
  const remove = (place: number) => {
    onChange(`remove ${place}`, (now) => removeAt(now, place));
    removed(place);
  };
  const toolsOf = (place: number, what: string) => {
    const [isFirst, isLast] = [place === 0, place === value.length - 1];
    return (
      <div className="flex shrink-0">
        <IconButton
          icon={ArrowUp}
          data-move
          label={t('up', { what })}
          disabled={isFirst}
          onClick={() => move(place, -1)}
        />
        <IconButton
          icon={ArrowDown}
          data-move
          label={t('down', { what })}
          disabled={isLast}
          onClick={() => move(place, 1)}
        />
        <IconButton icon={Trash2} data-remove label={t('remove', { what })} onClick={() => remove(place)} />
      </div>
    );
  };
  return (
    <div ref={list} className={cx('flex flex-col', className)}>
      {value.map((item, place) =>
        children(item, place, { name: words.nameOf(place), tools: toolsOf(place, words.nameOf(place)) }),
      )}
      <Button
        icon={Plus}
        size="compact"
        data-add
        className="self-start"
        disabled={value.length >= most}
        onClick={() => {
          onChange('add', (now) => [...now, fresh()]);
          added();
        }}
      >
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
