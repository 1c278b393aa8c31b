'use client';

import type { GuildInfo, GuildSetting } from '@tally/contract/servers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CallError } from '../../lib/call.ts';
import { findDraft } from '../../lib/kept-draft.ts';
import type { NameOfField } from '../../lib/plain-refusal.ts';
import { useFailureText } from '../../shell/failed.tsx';
import { toast } from '../../shell/toast.ts';
import { isSame, resumed, useDraft } from '../message-editor/draft.ts';
import { useKeeping } from '../message-editor/use-kept-draft.ts';
import { serverQuery, updateServer } from './api.ts';

const pick = <K extends GuildSetting>(server: GuildInfo, keys: readonly K[]): Pick<GuildInfo, K> =>
  Object.fromEntries(keys.map((key) => [key, server[key]])) as Pick<GuildInfo, K>;

/**
 * Some settings of a server as a draft. It is saved on the version that it was made from: what somebody else saved
 * meanwhile comes in, what was changed here stays, and saving again is the decision. `nameOf`: what the page calls them.
 */
export function useSettingsDraft<K extends GuildSetting>(server: GuildInfo, keys: readonly K[], nameOf: NameOfField) {
  const t = useTranslations('servers.general');
  const client = useQueryClient();
  const { queryKey } = serverQuery(server.guildId);
  const name = `${server.guildId} ${keys[0]}`;
  const isDraft = (value: unknown): value is Pick<GuildInfo, K> =>
    typeof value === 'object' && value !== null && keys.every((key) => key in value);
  const [kept] = useState(() => findDraft(name, isDraft));
  const [begun] = useState(() => resumed(pick(server, keys), kept));
  const draft = useDraft<Pick<GuildInfo, K>>(pick(server, keys), begun.now);
  const [version, setVersion] = useState(server.version);
  const [problem, setProblem] = useState(() => (isSame(begun.saved, pick(server, keys)) ? null : t('someoneSaved')));
  const textOf = useFailureText(nameOf);
  const { value, saved, changed } = draft;

  useKeeping(name, { saved, now: value }, changed.length > 0);

  // A switch on another page, or a fresh look: while nothing is unsaved here, theirs simply stands here.
  if (server.version > version && changed.length === 0) {
    setVersion(server.version);
    draft.replace(pick(server, keys));
  }

  const update = useMutation({ ...updateServer(client, server.guildId), meta: { isQuiet: true } });
  const save = useMutation({
    mutationFn: async () => {
      const patch = Object.fromEntries(changed.map((key) => [key, value[key]]));
      const sentence = await update.mutateAsync({ version, ...patch });
      const now = client.getQueryData(queryKey) ?? server;
      setProblem(null);
      setVersion(now.version);
      draft.replace(pick(now, keys));
      return sentence;
    },
    onSuccess: (sentence) => void toast('success', { title: sentence }),
    onError: async (error) => {
      if (!(error instanceof CallError && error.status === 409)) {
        setProblem(textOf(error));
        return;
      }
      const now = await client.fetchQuery({ ...serverQuery(server.guildId), staleTime: 0 });
      setVersion(now.version);
      draft.rebase(pick(now, keys));
      setProblem(t('someoneSaved'));
    },
    meta: { isQuiet: true },
  });
  const set = <F extends K>(field: F, to: GuildInfo[F]): void =>
    draft.change(field, (now) => ({ ...now, [field]: to }));
  return {
    draft,
    set,
    save: { run: () => save.mutate(), isPending: save.isPending, problem: changed.length > 0 ? problem : null },
  };
}
