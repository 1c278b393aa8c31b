'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { Smile } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { proxied } from '../../lib/proxy/proxied.ts';
import { Input, mostLetters } from '../../ui/fields/input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/layers/popover.tsx';
import { discordDataQuery } from './api.ts';
import { commonEmojis, emojiNames } from './emojis.ts';

/** A few emojis that many want, and the server's own: found by their names in the language of the page. */
export function EmojiPicker({
  serverId,
  disabled = false,
  onPick,
}: {
  serverId: ServerId;
  disabled?: boolean;
  /** A sign, or the id of one of the server's own. */
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
      trigger={
        <IconButton label={t('open')} title={t('open')} disabled={disabled}>
          <Icon of={Smile} />
        </IconButton>
      }
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
  const common = emojiNames.filter((each) => commonEmojis[each] === wanted || t(`names.${each}`).includes(wanted));
  return (
    <>
      <Input
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={mostLetters.search}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="mt-2 max-h-64 overflow-y-auto">
        {ofServer.length > 0 && (
          <Grid title={t('own')}>
            {ofServer.map(({ id, name, url }) => (
              <Choice key={id} name={`:${name ?? id}:`} onPick={() => onPick(id)}>
                {/* oxlint-disable-next-line nextjs/no-img-element -- the proxy serves it small already */}
                <img src={proxied(url) ?? undefined} alt="" className="size-5 object-contain" />
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
        {ofServer.length + common.length === 0 && <p className="py-3 text-muted">{t('none')}</p>}
      </div>
    </>
  );
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
