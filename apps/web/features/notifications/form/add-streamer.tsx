'use client';

import type { StreamerBody } from '@tally/contract/notifications/streamer-bodies';
import type { Streamer } from '@tally/contract/notifications/streamers';
import type { Platform } from '@tally/contract/platforms/platform';
import { hasSettings } from '@tally/contract/platforms/words';
import type { ChannelId, RoleId, ServerId } from '@tally/contract/wire/ids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { plainMentions } from '../../../lib/words/mentions.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { discordDataQuery } from '../../../shell/server/api.ts';
import { usePingWarning } from '../../../shell/server/ping-warning.tsx';
import { toast } from '../../../shell/toast.ts';
import { createApart, useCreate } from '../../../shell/use-create.ts';
import { Button } from '../../../ui/button.tsx';
import { ChannelPicker } from '../../../ui/fields/channel-picker.tsx';
import { Field, FieldParts } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/input.tsx';
import { PingPicker } from '../../../ui/fields/role-picker.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Dialog, DialogClose } from '../../../ui/layers/dialog.tsx';
import { addOne, newStreamerKey, refreshList, sendTest } from '../api.ts';
import { channelOf } from '../channel-of.ts';
import { type RunState, type RunStates, runAll } from '../list/bulk/run.ts';
import { shownName } from '../shown-name.ts';
import { MOST_NAMES } from '../streamer-name.ts';
import { isAddable, type Line } from './line-state.ts';
import { suggestedChannel } from './suggested-channel.ts';
import { TypedList } from './typed-list.tsx';
import { useLines } from './use-lines.ts';

const FORM = 'add-streamer';

/**
 * Adds one streamer, or all that were pasted. Lines that cannot be added say why, and the others are added all the
 * same.
 */
export function AddStreamer({
  serverId,
  platform,
  others,
  limit,
  typed = '',
  home,
  onClose,
}: {
  serverId: ServerId;
  platform: Platform;
  others: readonly Streamer[];
  /** How many this server may follow here. */
  limit: number;
  /** A name that the person brought along. */
  typed?: string | undefined;
  /**
   * Gets the focus on close if the element that had it is gone: the button of an empty list, or a link on another page.
   */
  home: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const t = useTranslations('notifications');
  const words = useTranslations('ui');
  const client = useQueryClient();
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles']));
  const [before] = useState(() => document.activeElement);
  const nameInput = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(typed);
  const [chosen, setChannel] = useState<string | null>(() => mostUsed(others));
  const channelId = chosen ?? suggestedChannel(discord.data?.channels ?? []);
  const [roleId, setRole] = useState<string | null>(null);
  const pingWarning = usePingWarning(discord.data, roleId, [channelId]);
  const [isTried, setTried] = useState(false);
  const { results, isRunning, addAll } = useAdding(serverId, platform);
  const { lines, isCut } = useLines({ text, platform, others, limit, results });
  const addable = lines.filter(isAddable);
  const failed = lines.filter((line) => line.state === 'failed');
  const nameError = nameProblem({ t, lines, failed: isRunning ? 0 : failed.length, isTried });

  // This form is closed by then. What goes wrong is said by the cache of mutations.
  const test = (streamer: Streamer) =>
    void createApart(client, sendTest(client), { streamer }).then(
      (sentence) => void toast('success', { title: plainMentions(sentence, discord.data ?? {}) }),
      () => undefined,
    );
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (addable.length === 0 || channelId === null || isRunning) return;
    const added = await addAll(addable, (where) => bodyOf(where, channelId, roleId));
    if (added.length < addable.length) return;
    const [only] = added;
    if (added.length === 1 && only) {
      const isElsewhere = only.platform !== platform;
      void toast('success', {
        title: t('added', { name: shownName(only) }),
        text: isElsewhere ? t('adding.toList', { platform: platformNames[only.platform] }) : undefined,
        action: { label: t('adding.sendTest'), run: () => test(only) },
      });
    } else void toast('success', { title: t('adding.addedCount', { count: added.length }) });
    onClose();
  };
  const submitOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || text.includes('\n')) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };

  return (
    <Dialog
      open
      initialFocus={nameInput}
      finalFocus={() => (isThere(before) ? before : home.current)}
      onOpenChange={(isOpen) => !isOpen && !isRunning && onClose()}
      title={t('addTitle', { platform: platformNames[platform] })}
      description={t('addText')}
      actions={
        <>
          <DialogClose>
            <Button disabled={isRunning}>{words('cancel')}</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={FORM} isPending={isRunning}>
            {t('adding.addCount', { count: addable.length })}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
        <Field label={t('nameLabel')} hint={t('nameHint', { platform: platformNames[platform] })} error={nameError}>
          <FieldParts.Control
            render={
              <Textarea
                ref={nameInput}
                rows={1}
                dir="auto"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                readOnly={isRunning}
                value={text}
                onChange={(event) => setText(event.target.value)}
                onKeyDown={submitOnEnter}
                className="field-sizing-content max-h-40 min-h-control! resize-none"
              />
            }
          />
        </Field>
        <TypedList lines={lines} limit={limit} />
        {isCut && <p className="text-warn text-small">{t('adding.cut', { count: MOST_NAMES })}</p>}
        <Field
          label={t('columns.postsTo')}
          error={isTried && channelId === null ? t('chooseChannel') : undefined}
          aside={
            <Button
              variant="ghost"
              size="compact"
              onClick={() => void client.fetchQuery(freshDiscordData(serverId))}
              aria-label={t('checkAgain')}
            >
              <Icon of={RotateCw} />
              {t('checkAgain')}
            </Button>
          }
          hint={t('channelHint')}
        >
          <ChannelPicker
            label={t('columns.postsTo')}
            channels={discord.data?.channels ?? []}
            value={channelId}
            onChange={setChannel}
            disabled={discord.isPending}
            isInvalid={isTried && channelId === null}
          />
        </Field>
        <Field label={t('pingLabel')} hint={pingWarning ?? t('pingHint')}>
          <PingPicker
            label={t('pingLabel')}
            roles={discord.data?.roles ?? []}
            value={roleId}
            onChange={setRole}
            disabled={discord.isPending}
          />
        </Field>
      </form>
    </Dialog>
  );
}

function nameProblem(about: {
  t: ReturnType<typeof useTranslations<'notifications'>>;
  lines: readonly Line[];
  failed: number;
  isTried: boolean;
}): string | undefined {
  const { t, lines, failed, isTried } = about;
  if (failed > 0) return t('adding.someFailed', { count: failed });
  if (!isTried || lines.some(isAddable)) return undefined;
  if (lines.length === 0) return t('unclearName');
  return lines.some((line) => line.state === 'running') ? undefined : t('adding.nobodyToAdd');
}

/** Adds one after the other, and keeps what became of each. */
function useAdding(serverId: ServerId, platform: Platform) {
  const client = useQueryClient();
  const add = useCreate(addOne(serverId), { by: newStreamerKey });
  const [results, setResults] = useState<RunStates>(new Map());
  const [isRunning, setRunning] = useState(false);
  const addAll = async (
    lines: readonly Line[],
    bodyFor: (platform: Platform) => StreamerBody,
  ): Promise<readonly Streamer[]> => {
    setRunning(true);
    const added: Streamer[] = [];
    const onState = (key: string, state: RunState) => setResults((now) => new Map(now).set(key, state));
    for (const { typed } of lines) onState(typed.key, 'waiting');
    await runAll({
      steps: lines.map(({ typed }) => typed),
      lanes: 2,
      onState,
      async run({ read }) {
        if (read.kind !== 'name') return;
        const { name, platform: where = platform } = read;
        added.push(await add.mutateAsync({ platform: where, name, body: bodyFor(where) }));
      },
    });
    const lists = new Set([platform, ...added.map((streamer) => streamer.platform)]);
    await Promise.all([...lists].map((where) => refreshList(client, { serverId, platform: where })));
    setRunning(false);
    return added;
  };
  return { results, isRunning, addAll };
}

/**
 * Whether the focus can go back to this element: a control that still exists, not the heading of a page that was just
 * opened.
 */
const isThere = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element.tabIndex >= 0;

const freshDiscordData = (serverId: ServerId) => ({
  ...discordDataQuery(serverId, ['channels', 'roles'], { isForced: true }),
  staleTime: 0,
});

function bodyOf(platform: Platform, channelId: string, roleId: string | null): StreamerBody {
  const channel = channelId as ChannelId;
  const pingRoleId = roleId as RoleId | null;
  return hasSettings(platform, 'twoChannels')
    ? { liveNotificationChannelId: channel, videoNotificationChannelId: channel, pingRoleId }
    : { notificationChannelId: channel, pingRoleId };
}

/** The channel that most others use is probably the right one for the next. */
function mostUsed(others: readonly Streamer[]): string | null {
  const counts = new Map<string, number>();
  for (const streamer of others) {
    const id = channelOf(streamer);
    if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}
