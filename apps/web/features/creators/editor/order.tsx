'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
import { moveAt } from '../../message-editor/editor/list.ts';
import { useItemFocus } from '../../message-editor/editor/use-item-focus.ts';
import { type CreatorDraft, orderOf } from './draft-of.ts';

/** Chooses which channel provides the title, category and picture while several are live. */
export function Order({
  draft,
  onChange,
}: {
  draft: CreatorDraft;
  onChange: (to: (now: CreatorDraft) => CreatorDraft) => void;
}) {
  const t = useTranslations('creators.order');
  const { list, moved, place: movedTo } = useItemFocus();
  const order = orderOf(draft);
  if (order.length < 2) return null;
  const move = (place: number, by: 1 | -1) => {
    onChange((now) => ({ ...now, order: moveAt(orderOf(now), place, by) }));
    moved(place, by);
  };
  return (
    <div>
      <SwitchRow
        label={t('switch')}
        hint={t(draft.isOrdered ? 'hintOn' : 'hintOff')}
        checked={draft.isOrdered}
        onChange={(isOrdered) => onChange((now) => ({ ...now, isOrdered }))}
      />
      {draft.isOrdered && (
        <div ref={list}>
          <ol aria-label={t('label')} className="mt-2 overflow-hidden rounded-card border border-line">
            {order.map((platform, place) => (
              <li
                key={platform}
                data-item
                className="flex min-h-11 items-center gap-3 border-b border-line ps-3 pe-1 last:border-b-0"
              >
                <span aria-hidden className="figures w-4 text-center text-muted">
                  {place + 1}
                </span>
                <PlatformNotch platform={platform} />
                {platformNames[platform]}
                <span className="ms-auto flex">
                  <IconButton
                    icon={ArrowUp}
                    data-move
                    label={t('up', { platform: platformNames[platform] })}
                    disabled={place === 0}
                    onClick={() => move(place, -1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    data-move
                    label={t('down', { platform: platformNames[platform] })}
                    disabled={place === order.length - 1}
                    onClick={() => move(place, 1)}
                  />
                </span>
              </li>
            ))}
          </ol>
          <output className="sr-only">{movedTo === null ? '' : t('moved', { place: movedTo })}</output>
        </div>
      )}
    </div>
  );
}
