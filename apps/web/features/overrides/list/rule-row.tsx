'use client';

import type { Override } from '@tally/contract/overrides/bodies';
import { ArrowDown, ArrowUp, GripVertical, PenLine, Trash2 } from 'lucide-react';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
import { ruleSentence, type SentenceScene } from '../rule-sentence.ts';

interface RowProps {
  rule: Override;
  place: number;
  count: number;
  scene: SentenceScene;
  isLocked: boolean;
  /** The side of this row on which the dragged rule would be dropped. */
  dragged: 'above' | 'below' | null;
  onMove: (by: 1 | -1) => void;
  onEdit: () => void;
  onRemove: () => void;
  onDragStart: () => void;
  onDragOver: () => void;
  onDragEnd: () => void;
  onDrop: () => void;
}

export function RuleRow(props: RowProps) {
  const { rule, place, scene, isLocked, dragged } = props;
  const { t } = scene;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same for keys
    <li
      draggable={!isLocked}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        props.onDragStart();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        props.onDragOver();
      }}
      onDragEnd={props.onDragEnd}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop();
      }}
      className={cx(
        'flex min-h-[60px] items-center gap-3 border-b border-line py-2 ps-2 pe-3 last:border-b-0 max-sm:flex-wrap',
        dragged === 'above' && 'shadow-[inset_0_2px_0_var(--color-text)]',
        dragged === 'below' && 'shadow-[inset_0_-2px_0_var(--color-text)]',
      )}
    >
      <div className="flex min-w-0 flex-1 items-center gap-3 max-sm:basis-full">
        <span className={cx('shrink-0 text-faint pointer-coarse:hidden', isLocked ? 'invisible' : 'cursor-grab')}>
          <Icon of={GripVertical} />
        </span>
        <span aria-hidden className="figures w-5 shrink-0 text-center text-muted">
          {place + 1}
        </span>
        <div className="min-w-0 flex-1">
          {rule.applyTo.length > 0 && (
            <span className="me-2 inline-flex gap-1">
              {rule.applyTo.map((platform) => (
                <PlatformNotch key={platform} platform={platform} />
              ))}
            </span>
          )}
          <span className="wrap-anywhere">{ruleSentence(rule, scene)}</span>
        </div>
      </div>
      <div className="flex shrink-0 max-sm:ms-auto">
        <IconButton
          icon={ArrowUp}
          data-move
          label={t('up', { place: place + 1 })}
          disabled={isLocked || place === 0}
          onClick={() => props.onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          data-move
          label={t('down', { place: place + 1 })}
          disabled={isLocked || place === props.count - 1}
          onClick={() => props.onMove(1)}
        />
        <IconButton icon={PenLine} label={t('edit', { place: place + 1 })} disabled={isLocked} onClick={props.onEdit} />
        <IconButton icon={Trash2} label={t('remove', { place: place + 1 })} onClick={props.onRemove} />
      </div>
    </li>
  );
}
