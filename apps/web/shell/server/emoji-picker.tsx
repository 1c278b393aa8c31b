'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { Smile } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Input, mostLetters } from '../../ui/fields/input.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/layers/popover.tsx';
import { discordDataQuery } from './api.ts';
import { EmojiPicture } from './emoji-picture.tsx';
import { commonEmojis, emojiNames } from './emojis.ts';

const COLUMNS = 7;

/** Finds common emojis and the server's own by name, in the page's language. */
export function EmojiPicker({
  serverId,
  disabled = false,
  onPick,
}: {
  serverId: ServerId;
  disabled?: boolean;
  /** Receives a character, or the id of a server emoji. */
  onPick: (emoji: string) => void;
}) {
  const t = useTranslations('servers.emojis');
  const [isOpen, setOpen] = useState(false);
  const pick = (emoji: string) => {
    setOpen(false);
    onPick(emoji);
  };
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      className="w-72 p-3"
      trigger={<IconButton icon={Smile} label={t('open')} title={t('open')} disabled={disabled} />}
    >
      <Choices serverId={serverId} onPick={pick} />
    </Popover>
  );
}

function Choices({ serverId, onPick }: { serverId: ServerId; onPick: (emoji: string) => void }) {
  const t = useTranslations('servers.emojis');
  const own = useQuery(discordDataQuery(serverId, ['emojis'])).data?.emojis?.list ?? [];
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLocaleLowerCase();
  const ofServer = own.filter(({ name }) => (name ?? '').toLowerCase().includes(wanted));
  // People can type or paste any emoji into the search.
  const sign = /^\p{RGI_Emoji}$/v.test(wanted) ? wanted : null;
  const common = emojiNames.filter((each) => commonEmojis[each] === wanted || t(`names.${each}`).includes(wanted));
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys move between the buttons inside
    <div onKeyDown={move}>
      <Input
        aria-label={t('search')}
        placeholder={t('searchOrPaste')}
        maxLength={mostLetters.search}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="mt-2 max-h-64 overflow-y-auto">
        {sign !== null && !common.some((each) => commonEmojis[each] === sign) && (
          <Grid title={t('typed')}>
            <Choice name={sign} onPick={() => onPick(sign)}>
              <span className="text-[20px]">{sign}</span>
            </Choice>
          </Grid>
        )}
        {ofServer.length > 0 && (
          <Grid title={t('own')}>
            {ofServer.map(({ id, name, url }) => (
              <Choice key={id} name={`:${name ?? id}:`} onPick={() => onPick(id)}>
                <EmojiPicture url={url} className="size-5" />
              </Choice>
            ))}
          </Grid>
        )}
        {common.length > 0 && (
          <Grid title={t('common')}>
            {common.map((each) => (
              <Choice key={each} name={t(`names.${each}`)} onPick={() => onPick(commonEmojis[each])}>
                <span aria-hidden className="text-[20px]">
                  {commonEmojis[each]}
                </span>
              </Choice>
            ))}
          </Grid>
        )}
        {ofServer.length + common.length === 0 && sign === null && <p className="py-3 text-muted">{t('none')}</p>}
      </div>
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS };

/** Moves the focus from the search into the grid, and between buttons. Arrow keys follow the page's direction. */
function move(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((each) => each === event.target);
  const step = steps[event.key];
  if (step === undefined || (at < 0 && event.key !== 'ArrowDown')) return;
  const isSideways = Math.abs(step) === 1;
  const isFlipped = isSideways && getComputedStyle(event.currentTarget).direction === 'rtl';
  const next = at < 0 ? buttons[0] : buttons[at + (isFlipped ? -step : step)];
  event.preventDefault();
  (next ?? event.currentTarget.querySelector('input'))?.focus();
}

function Grid({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="caps pt-1 pb-1 text-faint">{title}</h3>
      <div className="grid grid-cols-7 gap-0.5 pointer-coarse:grid-cols-5">{children}</div>
    </section>
  );
}

function Choice({ name, onPick, children }: { name: string; onPick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      onClick={onPick}
      className="flex size-9 items-center justify-center rounded-[8px] hover:bg-raised pointer-coarse:size-11"
    >
      {children}
    </button>
  );
}
