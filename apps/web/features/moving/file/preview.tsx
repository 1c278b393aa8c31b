'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { dateTime } from '../../../lib/words/format.ts';
import { ConfirmDeed } from '../../../shell/confirm-deed.tsx';
import { ChangedFields } from '../../../shell/drafts/change-rows.tsx';
import { Refused } from '../../../shell/failed.tsx';
import { Fetching } from '../../../shell/fetching.tsx';
import { discordDataQuery, serverQuery } from '../../../shell/server/api.ts';
import { useRows } from '../../../shell/server/values/use-rows.ts';
import { toast } from '../../../shell/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { ChannelPicker } from '../../../ui/fields/channel-picker.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { GivenRolePicker } from '../../../ui/fields/role-picker.tsx';
import { useFieldsOf, useSubject } from '../../servers/changes/words.ts';
import { removeMove } from '../api.ts';
import { applyFile, choosePlace, type FileMove, fileQuery } from './api.ts';
import { useOutcome } from './outcome.tsx';

const groups = ['added', 'changed', 'removed', 'leftOut'] as const;
const sides = { added: 'to', changed: 'both', removed: 'from', leftOut: 'to' } as const;

/** Compares a settings file with the server: shows the differences, and replaces missing channels and roles. */
export function FilePreview({ serverId, moveId }: { serverId: ServerId; moveId: string }) {
  const t = useTranslations('moving.file');
  const locale = useLocale();
  const query = useQuery(fileQuery(serverId, moveId));
  const move = query.data;
  if (!move) return <Fetching {...query} className="h-14" rows={6} />;
  const { made, progress, lines, same } = move;
  return (
    <>
      <output className="text-muted">
        {t('made', { server: made.serverName ?? '?', at: made.at ? dateTime(made.at, locale) : '?' })}
      </output>
      {!move.isIntact && (
        <p role="alert" className="rounded-card border border-line bg-surface px-4 py-3 text-warn">
          {t('edited')}
        </p>
      )}
      {progress.read < progress.of && <output className="text-muted">{t('progress', progress)}</output>}
      <Places serverId={serverId} move={move} />
      {groups.map((state) => {
        const own = lines.filter((line) => line.state === state);
        return own.length > 0 && <Group key={state} serverId={serverId} state={state} own={own} />;
      })}
      {same > 0 && <p className="text-muted">{t('same', { count: same })}</p>}
      <SaveBar serverId={serverId} move={move} />
    </>
  );
}

function Group({
  serverId,
  state,
  own,
}: {
  serverId: ServerId;
  state: (typeof groups)[number];
  own: FileMove['lines'];
}) {
  const t = useTranslations('moving.file');
  const words = useTranslations('servers.changes');
  const rowsOf = useRows(serverId);
  const fieldsOf = useFieldsOf();
  const subjectOf = useSubject(serverId);
  return (
    <section aria-label={t(`groups.${state}`)}>
      <h2 className="flex gap-3 font-semibold text-lead">
        {t(`groups.${state}`)}
        <span className="font-normal text-muted">{own.length}</span>
      </h2>
      {(state === 'changed' || state === 'removed') && <p className="text-muted text-small">{t('onlyEqual')}</p>}
      <ul className="border-line border-t">
        {own.map(({ what, subject, reason, fields, lost }, place) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- a file may contain a record twice
            key={`${what} ${subject?.value} ${place}`}
            className="border-line border-b py-3 [contain-intrinsic-size:auto_64px] [content-visibility:auto]"
          >
            <bdi className="font-semibold wrap-anywhere">{subjectOf(what, subject)}</bdi>
            {reason && <p className="text-small text-warn">{t(`reasons.${reason}`)}</p>}
            {lost.length > 0 && (
              <p className="text-muted text-small">
                {t('lost')} <bdi>{lost.join(', ')}</bdi>
              </p>
            )}
            {state !== 'leftOut' && what !== 'giveawayTemplates' && (
              <ChangedFields
                rows={fields.flatMap(({ field, before, after }) => rowsOf(fieldsOf(what)(field), before, after))}
                words={{ from: words('before'), to: words('after') }}
                sides={sides[state]}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Chooses replacements for the file's channels and roles. It is open while one has no replacement. */
function Places({ serverId, move }: { serverId: ServerId; move: FileMove }) {
  const t = useTranslations('moving.file');
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  const choose = useMutation(choosePlace(useQueryClient(), serverId, move.moveId));
  const fieldOf = ({ ref, is, name, category, id }: FileMove['places'][number]) => {
    const label = t(is, { name: name ?? '?' });
    const onChange = (next: string | null) => choose.mutate({ ref, id: next });
    return (
      <Field key={ref} label={label} hint={category ? t('category', { name: category }) : undefined}>
        {is === 'channel' ? (
          <ChannelPicker label={label} channels={discord?.channels ?? []} value={id} onChange={onChange} />
        ) : (
          <GivenRolePicker
            label={label}
            roles={discord?.roles ?? []}
            value={id}
            onChange={onChange}
            none={t('noRole')}
          />
        )}
      </Field>
    );
  };
  const missing = move.places.filter(({ id }) => id === null);
  const [isOpen] = useState(missing.length > 0);
  return (
    move.places.length > 0 && (
      <details open={isOpen}>
        <summary className="cursor-pointer font-semibold">{t('places')}</summary>
        {missing.length > 0 && <p className="mt-2 text-muted">{t('placesText', { count: missing.length })}</p>}
        <div className="mt-3 grid gap-4 sm:grid-cols-2">{move.places.map(fieldOf)}</div>
      </details>
    )
  );
}

function SaveBar({ serverId, move }: { serverId: ServerId; move: FileMove }) {
  const t = useTranslations('moving.file');
  const client = useQueryClient();
  const server = useQuery(serverQuery(serverId)).data;
  const say = useOutcome();
  const options = applyFile(client, { serverId, moveId: move.moveId, say });
  const [add, equal] = [useMutation(options), useMutation(options)];
  const drop = useMutation(removeMove(client, serverId));
  const [typed, setTyped] = useState('');
  const count = (state: string) => move.lines.filter((line) => line.state === state).length;
  const [added, changed, removed] = [count('added'), count('changed'), count('removed')];
  const isReading = move.state === 'reading';
  return (
    <div data-floats className="sticky bottom-0 z-10 grid gap-3 border-line border-t bg-ground py-4 lg:-bottom-6">
      <Refused error={add.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button isPending={drop.isPending} onClick={() => drop.mutate(move.moveId)}>
          {t('discard')}
        </Button>
        {changed + removed > 0 && server && (
          <ConfirmDeed
            title={t('equalTitle', { server: server.name })}
            text={t('equalText', { added, changed, removed })}
            act={equal}
            input={{ mode: 'equal', serverName: typed.trim() }}
            isDisabled={typed.trim() !== server.name.trim()}
            label={t('equal')}
            trigger={
              <Button variant="danger" disabled={isReading}>
                {t('equal')}
              </Button>
            }
          >
            <Field label={t('typeName', { server: server.name })}>
              <FieldInput value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
            </Field>
          </ConfirmDeed>
        )}
        <Button
          variant="primary"
          disabled={isReading || added === 0}
          isPending={add.isPending}
          onClick={() =>
            add.mutate({ mode: 'add' }, { onSuccess: (sentence) => void toast('success', { title: sentence }) })
          }
        >
          {added === 0 ? t('nothingToAdd') : t('add', { count: added })}
        </Button>
      </div>
    </div>
  );
}
