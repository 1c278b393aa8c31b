'use client';

import type { Giveaway } from '@tally/contract/giveaways/views';
import type { GuildInfo } from '@tally/contract/servers/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { storedAs } from '../../../lib/drafts/record-draft.ts';
import { namesFrom } from '../../../lib/words/plain-refusal.ts';
import { EditSheet } from '../../../shell/drafts/edit-sheet.tsx';
import { useRecordDraft } from '../../../shell/drafts/use-record-draft.ts';
import { discordDataQuery } from '../../../shell/server/api.ts';
import { useDraftRows } from '../../../shell/server/values/use-rows.ts';
import { courseQuery, limitsQuery, updateGiveaway } from '../api.ts';
import { useNow } from '../countdown.tsx';
import { useGiveawayFields } from '../field-words.ts';
import { draftOf, type GiveawayDraft, isGiveawayDraft, patchOf, problemsOf } from '../form/draft-of.ts';
import { GiveawayForm } from '../form/form.tsx';

/** After the first entry, the form shows only fields that may be loosened. The server enforces the rule. */
export function EditGiveaway({
  server,
  giveaway,
  onClose,
}: {
  server: GuildInfo;
  giveaway: Giveaway;
  onClose: () => void;
}) {
  const t = useTranslations('giveaways');
  const client = useQueryClient();
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const limits = useQuery(limitsQuery(server.guildId)).data?.limits;
  const save = useMutation(updateGiveaway(client, giveaway));
  const rowsOf = useDraftRows<GiveawayDraft>(server.guildId, useGiveawayFields());
  const now = new Date(useNow(10_000));
  const edit = useRecordDraft<GiveawayDraft>({
    name: `${server.guildId} giveaway ${giveaway.giveawayId}`,
    stored: storedAs(giveaway, draftOf),
    isDraft: isGiveawayDraft,
    nameOf: namesFrom(t),
    send: ({ value, changed, version }) => save.mutateAsync({ patch: patchOf(value, changed), version }),
    fetchStored: async () => {
      const course = await client.fetchQuery({ ...courseQuery(giveaway), staleTime: 0 });
      return storedAs(course.giveaway, draftOf);
    },
    onSaved: onClose,
    onGone: onClose,
  });
  const { value: draft, changed } = edit.draft;
  const problems = problemsOf(draft, { now, limits, startedAt: giveaway.startedAt });
  return (
    <EditSheet
      title={t('one.editTitle', { name: giveaway.name })}
      width={560}
      save={t('one.save')}
      edit={edit}
      canSave={problems.size === 0 && changed.length > 0}
      rowsOf={rowsOf}
      onClose={onClose}
    >
      {giveaway.currentEntries > 0 && <p className="text-muted">{t('one.frozen')}</p>}
      <GiveawayForm
        server={server}
        discord={discord}
        draft={draft}
        problems={problems}
        limits={limits}
        onChange={edit.set}
        stage={giveaway.currentEntries > 0 ? 'frozen' : 'open'}
        hasCodeword={giveaway.hasCodeword}
      />
    </EditSheet>
  );
}
