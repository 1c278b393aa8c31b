'use client';

import type { Streamer } from '@tally/contract/notifications/streamers';
import type { Platform } from '@tally/contract/platforms/platform';
import { platforms } from '@tally/contract/platforms/words';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQueries } from '@tanstack/react-query';
import { ListPlus, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, type RefObject, startTransition, useRef, useState } from 'react';
import { memories, useRemembered } from '../../../lib/drafts/remembered.ts';
import { allCounts } from '../../../shell/server/followed.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Kbd } from '../../../ui/kbd.tsx';

const loadForm = () => import('./add-streamer.tsx').then((module) => module.AddStreamer);
const AddStreamer = dynamic(loadForm, { ssr: false });
/** Preloads the form on hover or focus, because the person will probably open it. */
const soon = { onPointerEnter: () => void loadForm(), onFocus: () => void loadForm() };

interface AddForm {
  /** Opens the form; null if the plan has no slot on any platform. */
  readonly open: (() => void) | null;
  /** The button for a page's header. While the list is empty, it is secondary to the button in the list. */
  readonly button: ReactNode;
  /** The buttons for an empty list: the primary one, and the one to add many streamers. */
  readonly second: ReactNode;
  /** The form while it is open. */
  readonly form: ReactNode;
}

/** Returns the *Add a streamer* form and the buttons that open it, for any page of a server. */
export function useAddForm(about: { serverId: ServerId; prefer?: Platform; others?: readonly Streamer[] }): AddForm {
  const t = useTranslations('notifications');
  const [isAdding, setAdding, typed] = useIsAdding();
  const counts = useQueries({ queries: allCounts(about.serverId) });
  const hasRoom = counts.some(({ data }) => !data || (data.isAvailable && data.currentTotal < data.maxLimit));
  const totals = counts.map(({ data }) => data?.currentTotal ?? 0);
  const listed = counts.filter((_, index) => !about.prefer || platforms[index] === about.prefer);
  const isEmpty = listed.every(({ data }) => data?.currentTotal === 0 && (data.isAvailable || !about.prefer));
  const mostFollowed = platforms[totals.indexOf(Math.max(...totals))];
  // The form is large and loads late, so it opens in a transition to keep the click responsive.
  const open = () => startTransition(() => setAdding(true));
  const home = useRef<HTMLButtonElement>(null);
  const router = useRouter();
  // A list of one platform does not show streamers that were added on another one.
  const onAdded = ([first]: readonly Streamer[]) => {
    const isElsewhere = first && about.prefer && first.platform !== about.prefer;
    if (isElsewhere) router.push(`/dashboard/server/${about.serverId}/notifications/${first.platform}`);
  };
  return {
    open: hasRoom ? open : null,
    button: <AddButton ref={home} isQuiet={isEmpty} onPress={open} disabled={!hasRoom} />,
    second: (
      <span className="flex flex-wrap gap-2">
        <AddButton onPress={open} disabled={!hasRoom} />
        {hasRoom && (
          <ButtonLink icon={ListPlus} href={`/dashboard/server/${about.serverId}/moving`}>
            {t('addMany')}
          </ButtonLink>
        )}
      </span>
    ),
    form: isAdding && hasRoom && (
      <AddStreamer
        {...about}
        onAdded={onAdded}
        prefer={about.prefer ?? mostFollowed}
        typed={typed}
        home={home}
        onClose={() => setAdding(false)}
      />
    ),
  };
}

function AddButton({
  ref,
  isQuiet = false,
  onPress,
  disabled,
}: {
  ref?: RefObject<HTMLButtonElement | null>;
  isQuiet?: boolean;
  onPress: () => void;
  disabled: boolean;
}) {
  const t = useTranslations('notifications');
  const [hasKeys] = useRemembered(memories.hasSingleKeys);
  return (
    <Button
      icon={Plus}
      ref={ref}
      variant={isQuiet ? 'quiet' : 'primary'}
      aria-keyshortcuts="n"
      onClick={onPress}
      disabled={disabled}
      {...soon}
    >
      {t('add')}
      {hasKeys && !isQuiet && (
        <span aria-hidden className="max-sm:hidden pointer-coarse:hidden [&_kbd]:border-on-ink/40 [&_kbd]:text-on-ink">
          <Kbd>{'N'}</Kbd>
        </span>
      )}
    </Button>
  );
}

/** Opens the form on request, or if the URL asks for it, as in links from bot commands. */
function useIsAdding() {
  const [isWanted, setWanted] = useState(false);
  const router = useRouter();
  const path = usePathname();
  const asked = useSearchParams().get('add');
  const isAsked = asked !== null;
  const set = (isOpen: boolean) => {
    setWanted(isOpen);
    if (!isOpen && isAsked) router.replace(path, { scroll: false });
  };
  return [isWanted || isAsked, set, asked ?? undefined] as const;
}
