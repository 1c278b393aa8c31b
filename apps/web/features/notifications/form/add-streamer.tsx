'use client';

import type { Streamer } from '@tally/contract/notifications/streamers';
import type { Platform } from '@tally/contract/platforms/platform';
import { platforms } from '@tally/contract/platforms/words';
import type { ChannelId, RoleId, ServerId } from '@tally/contract/wire/ids';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { memories, useRemembered } from '../../../lib/drafts/remembered.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { useFailureText } from '../../../shell/failed.tsx';
import { discordDataQuery, serverQuery } from '../../../shell/server/api.ts';
import { allCounts } from '../../../shell/server/followed.ts';
import { usePingWarning } from '../../../shell/server/ping-warning.tsx';
import { type Candidate, keyOf } from '../../../shell/streamers/search.ts';
import { StreamerField } from '../../../shell/streamers/streamer-field.tsx';
import { useFollowed } from '../../../shell/streamers/use-followed.ts';
import { useStreamerSearch } from '../../../shell/streamers/use-search.ts';
import { Button } from '../../../ui/button.tsx';
import { ChannelPicker } from '../../../ui/fields/channel-picker.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { PingPicker } from '../../../ui/fields/role-picker.tsx';
import { Dialog, DialogClose } from '../../../ui/layers/dialog.tsx';
import { channelOf } from '../channel-of.ts';
import { errorOf } from '../list/bulk/run.ts';
import { isAddable, MOST_NAMES, piecesOf } from './line-state.ts';
import { suggestedChannel } from './suggested-channel.ts';
import { TypedList } from './typed-list.tsx';
import { useAdding } from './use-adding.ts';
import { useLines } from './use-lines.ts';
import { useOutcome } from './use-outcome.ts';

const FORM = 'add-streamer';

/**
 * Adds a streamer on any platform, or all pasted ones. Lines that cannot be added show the reason and do not block the
 * others.
 */
export function AddStreamer({
  serverId,
  prefer,
  others = nobody,
  typed = '',
  home,
  onAdded,
  onClose,
}: {
  serverId: ServerId;
  /** The page's platform. If a name exists on several platforms, its channels come first. */
  prefer?: Platform | undefined;
  /** The streamers that the server already follows on that platform. */
  others?: readonly Streamer[];
  /** A name from the URL. */
  typed?: string | undefined;
  /** Gets the focus on close if the element that opened the form is gone, such as the button of an empty list. */
  home: RefObject<HTMLElement | null>;
  onAdded: (added: readonly Streamer[]) => void;
  onClose: () => void;
}) {
  const t = useTranslations('notifications');
  const words = useTranslations('ui');
  const said = useFailureText();
  const [before] = useState(() => document.activeElement);
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const isTest = useRef(false);
  const [text, setText] = useState(typed);
  const [active, setActive] = useState<Candidate | null>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [isTried, setTried] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const places = usePlaces(serverId, others);
  const { results, isRunning, addAll } = useAdding(serverId);
  const { noteOf, isFollowed, roomOn } = useNotes(serverId);
  const sayOutcome = useOutcome(serverId, places.discord);

  const { pieces, isCut } = piecesOf(text);
  const isMany = pieces.length > 1;
  const search = useStreamerSearch({
    text: isMany ? '' : text,
    prefer,
    isOff: (row) => noteOf(row)?.isOff ?? false,
  });
  const lines = useLines({ pieces: isMany ? pieces : none, prefer, chosen, results, isFollowed, roomOn });
  const addable = lines.filter(isAddable);
  const shown = active ?? search.first;

  const isBusy = isRunning || isWaiting;
  const failed = isMany
    ? lines.filter(({ state }) => state === 'failed').length
    : [...results.values()].filter((each) => errorOf(each)).length;
  const nameError = (() => {
    if (isBusy) return undefined;
    if (failed > 0)
      return isMany ? t('adding.someFailed', { count: failed }) : said(shown && errorOf(results.get(keyOf(shown))));
    if (!isTried || shown || addable.length > 0) return undefined;
    if (pieces.length === 0) return t('unclearName');
    return isMany && lines.every(({ state }) => state !== 'checking') ? t('adding.nobodyToAdd') : undefined;
  })();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const withTest = isTest.current;
    isTest.current = false;
    setTried(true);
    if (isBusy || pieces.length === 0) return;
    setWaiting(true);
    const taken = isMany ? null : await search.take(active);
    setWaiting(false);
    const rows = isMany ? addable.map(({ channel }) => channel) : taken ? [taken] : [];
    const { channelId, roleId } = places;
    if (rows.length === 0 || channelId === null) return;
    const added = await addAll(rows, { channelId: channelId as ChannelId, roleId: roleId as RoleId | null });
    if (added.length > 0) places.remember();
    if (added.length < rows.length) return;
    sayOutcome(added, withTest);
    onClose();
    onAdded(added);
  };
  const count = isMany ? addable.length : 1;
  return (
    <Dialog
      open
      initialFocus={field}
      finalFocus={() => (isThere(before) ? before : home.current)}
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title={t('addTitle')}
      actions={
        <>
          <DialogClose>
            <Button disabled={isBusy}>{words('cancel')}</Button>
          </DialogClose>
          {!isMany && (
            <Button type="submit" form={FORM} disabled={isBusy} onClick={() => (isTest.current = true)}>
              {t('adding.addAndTest')}
            </Button>
          )}
          <Button variant="primary" type="submit" form={FORM} isPending={isBusy}>
            {t('adding.addCount', { count })}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <div className="flex flex-col gap-2">
          <StreamerField
            label={t('nameLabel')}
            hint={t('nameHint')}
            error={nameError}
            text={text}
            onText={setText}
            search={search}
            active={shown}
            onActive={setActive}
            noteOf={noteOf}
            onEnter={() => field.current?.form?.requestSubmit()}
            isReadOnly={isBusy}
            takesLines
            keepsPlace
            fieldRef={field}
          />
          {isMany && (
            <TypedList
              lines={lines}
              onChoose={(piece, row) => setChosen((now) => new Map(now).set(piece, keyOf(row)))}
            />
          )}
          {isCut && <p className="text-small text-warn">{t('adding.cut', { count: MOST_NAMES })}</p>}
          <Link href={`/dashboard/server/${serverId}/moving`} className="text-muted text-small underline">
            {t('addManyHint')}
          </Link>
        </div>
        <PlaceFields places={places} serverId={serverId} isTried={isTried} />
      </form>
    </Dialog>
  );
}

const none: readonly string[] = [];
const nobody: readonly Streamer[] = [];

/** Returns whether this server already follows a channel, and whether its plan allows one more. */
function useNotes(serverId: ServerId) {
  const t = useTranslations('notifications.adding');
  const words = useTranslations('streamers');
  const followed = useFollowed(serverId);
  const counts = useQueries({ queries: allCounts(serverId) });
  const countOf = (platform: Platform) => counts[platforms.indexOf(platform)]?.data;
  const roomOn = (platform: Platform): number => {
    const count = countOf(platform);
    return count ? count.maxLimit - count.currentTotal : Number.POSITIVE_INFINITY;
  };
  const isFollowed = (row: Candidate): boolean => followed.has(keyOf(row));
  const noteOf = (row: Candidate) => {
    if (isFollowed(row)) return { text: words('followed'), isOff: true };
    if (roomOn(row.platform) > 0) return null;
    return { text: t('states.over', { platform: platformNames[row.platform] }), isOff: true };
  };
  return { noteOf, isFollowed, roomOn };
}

/** Returns the channel and ping: the server's defaults, the last choice, or likely ones. */
function usePlaces(serverId: ServerId, others: readonly Streamer[]) {
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles']));
  const { channels = [], roles = [] } = discord.data ?? {};
  const [last, setLast] = useRemembered(memories.lastPlaces);
  const [chosen, setChannel] = useState<string | null>(null);
  const [role, setRole] = useState<string | null>();
  const [lastChannel, lastRole] = last[serverId] ?? [];
  // The remembered channel or role may have been deleted.
  const kept = channels.find(({ id, validPermissions }) => id === lastChannel && validPermissions)?.id;
  const server = useQuery(serverQuery(serverId)).data;
  const usual = channels.find(
    ({ id, validPermissions }) => id === server?.newStreamerChannelId && validPermissions,
  )?.id;
  const keptRole = roles.find(({ id }) => id === (server?.newStreamerPingRoleId ?? lastRole))?.id ?? null;
  const channelId = chosen ?? usual ?? kept ?? mostUsed(others) ?? suggestedChannel(channels);
  const roleId = role === undefined ? keptRole : role;
  const remember = () => setLast({ ...last, [serverId]: [channelId ?? '', roleId ?? ''] });
  return { discord: discord.data, isPending: discord.isPending, channelId, setChannel, roleId, setRole, remember };
}

function PlaceFields({
  places,
  serverId,
  isTried,
}: {
  places: ReturnType<typeof usePlaces>;
  serverId: ServerId;
  isTried: boolean;
}) {
  const t = useTranslations('notifications');
  const client = useQueryClient();
  const { discord, channelId, roleId, isPending } = places;
  const pingWarning = usePingWarning(discord, roleId, [channelId]);
  const isMissing = isTried && channelId === null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t('columns.postsTo')}
        error={isMissing ? t('chooseChannel') : undefined}
        aside={
          <Button
            icon={RotateCw}
            variant="ghost"
            size="compact"
            // Makes the button as tall as the label next to it.
            className="-my-2"
            onClick={() => void client.fetchQuery(freshDiscordData(serverId))}
            aria-label={t('checkAgain')}
          >
            {t('checkAgain')}
          </Button>
        }
      >
        <ChannelPicker
          label={t('columns.postsTo')}
          channels={discord?.channels ?? []}
          value={channelId}
          onChange={places.setChannel}
          disabled={isPending}
          isInvalid={isMissing}
        />
      </Field>
      <Field label={t('pingLabel')} hint={pingWarning}>
        <PingPicker
          label={t('pingLabel')}
          roles={discord?.roles ?? []}
          value={roleId}
          onChange={places.setRole}
          disabled={isPending}
        />
      </Field>
    </div>
  );
}

/**
 * Returns true if this element can get the focus back: it must be an existing control, not the heading of a page that
 * just opened.
 */
const isThere = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element.tabIndex >= 0;

const freshDiscordData = (serverId: ServerId) => ({
  ...discordDataQuery(serverId, ['channels', 'roles'], { isForced: true }),
  staleTime: 0,
});

/** The most common channel is probably the right one for the next streamer. */
function mostUsed(others: readonly Streamer[]): string | null {
  const counts = new Map<string, number>();
  for (const streamer of others) {
    const id = channelOf(streamer);
    if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}
