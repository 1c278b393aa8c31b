'use client';

import { Crown } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Shown } from './api.ts';
import { afterClick } from './selection.ts';
import { Tiles } from './tiles.tsx';

export function Grid({
  title,
  emotes,
  chosen,
  onChoose,
}: {
  title: string;
  emotes: readonly Shown[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}) {
  const t = useTranslations('emotes');
  const last = useRef<string | null>(null);
  const keys = emotes.map(({ key }) => key);
  const isAll = keys.length > 0 && keys.every((key) => chosen.has(key));
  const choose = (key: string, isRange: boolean) => {
    onChoose(afterClick(chosen, { keys, key, last: last.current, isRange }));
    last.current = key;
  };
  const chooseAll = () => {
    const others = [...chosen].filter((key) => !keys.includes(key));
    onChoose(new Set(isAll ? others : [...others, ...keys]));
  };
  if (emotes.length === 0) return null;
  return (
    <section>
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 className="font-semibold">
          {title} <span className="text-muted tabular-nums">{emotes.length}</span>
        </h2>
        <Button size="compact" onClick={chooseAll}>
          {isAll ? t('noneOfThem') : t('all')}
        </Button>
      </div>
      <Tiles label={title} emotes={emotes}>
        {(emote) => (
          <Tile emote={emote} isChosen={chosen.has(emote.key)} onChoose={(isRange) => choose(emote.key, isRange)} />
        )}
      </Tiles>
    </section>
  );
}

function Tile({
  emote,
  isChosen,
  onChoose,
}: {
  emote: Shown;
  isChosen: boolean;
  onChoose: (isRange: boolean) => void;
}) {
  const t = useTranslations('emotes');
  const [isBroken, setBroken] = useState(false);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={emote.name}
      onClick={(event) => onChoose(event.shiftKey)}
      className={cx(
        'relative flex h-[98px] w-full flex-col items-center justify-center gap-2 rounded-control border px-1.5 transition-colors duration-120',
        isChosen ? 'border-ink bg-raised' : 'border-line bg-surface hover:bg-raised',
      )}
    >
      {isBroken ? (
        <span className="flex size-11 items-center justify-center text-faint" aria-hidden>
          ?
        </span>
      ) : (
        // oxlint-disable-next-line nextjs/no-img-element -- previews are small already, and the optimiser would store them again
        <img
          src={emote.preview}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-11 object-contain"
          onError={() => setBroken(true)}
        />
      )}
      <bdi className="w-full truncate text-center text-small">{emote.name}</bdi>
      {emote.subOnly && (
        <span className="absolute end-1.5 top-1.5 text-muted">
          <Icon of={Crown} size={12} />
          <span className="sr-only">{t('of.subscribers')}</span>
        </span>
      )}
    </button>
  );
}
