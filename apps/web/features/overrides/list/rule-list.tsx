'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { reorderOverrides, type StoredOverride } from '../api.ts';
import { reordered } from '../priorities.ts';
import { useSentenceScene } from '../rule-names.ts';
import { RuleRow } from './rule-row.tsx';

/** Lists the rules in matching order. They can be moved by mouse, finger or keyboard. */
export function RuleList({
  serverId,
  version,
  rules,
  isLocked,
  onEdit,
  onRemove,
}: {
  serverId: ServerId;
  version: number;
  /** The rules in order, where the first match wins. */
  rules: readonly StoredOverride[];
  isLocked: boolean;
  onEdit: (rule: StoredOverride) => void;
  onRemove: (rule: StoredOverride) => void;
}) {
  const t = useTranslations('overrides');
  const scene = useSentenceScene(serverId);
  const reorder = useMutation(reorderOverrides(useQueryClient(), serverId));
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<{ to: number; by: -1 | 0 | 1 } | null>(null);
  const [drag, setDrag] = useState<{ from: number; over: number } | null>(null);

  // Rows stay in place while their contents move, so the focus must follow the rule.
  useEffect(() => {
    if (!moved || moved.by === 0) return;
    const buttons = list.current?.children[moved.to]?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [];
    const [up, down] = [...buttons];
    const same = moved.by < 0 ? up : down;
    (same?.disabled ? (moved.by < 0 ? down : up) : same)?.focus();
  }, [moved]);

  function move(from: number, to: number, by: -1 | 0 | 1) {
    if (from === to || to < 0 || to >= rules.length) return;
    reorder.mutate({ rules: reordered(rules, from, to), seen: { notificationOverrides: [...rules], version } });
    setMoved({ to, by });
  }

  return (
    <>
      <ol ref={list} aria-label={t('list')} className="overflow-hidden rounded-panel border border-line bg-surface">
        {rules.map((rule, place) => (
          <RuleRow
            key={rule.priorityOnConflict}
            rule={rule}
            place={place}
            count={rules.length}
            scene={scene}
            isLocked={isLocked}
            dragged={
              drag && drag.from !== drag.over && drag.over === place ? (drag.from > place ? 'above' : 'below') : null
            }
            onMove={(by) => move(place, place + by, by)}
            onEdit={() => onEdit(rule)}
            onRemove={() => onRemove(rule)}
            onDragStart={() => setDrag({ from: place, over: place })}
            onDragOver={() => drag && drag.over !== place && setDrag({ ...drag, over: place })}
            onDragEnd={() => setDrag(null)}
            onDrop={() => {
              if (drag) move(drag.from, place, 0);
              setDrag(null);
            }}
          />
        ))}
      </ol>
      <output className="sr-only">{moved ? t('moved', { place: moved.to + 1 }) : ''}</output>
    </>
  );
}
