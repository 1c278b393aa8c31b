'use client';

import type { GuildInfo } from '@tally/contract/servers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CallError } from '../../../lib/call.ts';
import { findDraft } from '../../../lib/kept-draft.ts';
import { namesFrom } from '../../../lib/plain-refusal.ts';
import { useFailureText } from '../../../shell/failed.tsx';
import { toast } from '../../../shell/toast.ts';
import { changedFields, resumed, useDraft } from '../../message-editor/draft.ts';
import { useKeeping } from '../../message-editor/use-kept-draft.ts';
import { languagesQuery, serverQuery, updateServer } from '../api.ts';
import {
  draftOf,
  type GeneralDraft,
  type GeneralField,
  isGeneralDraft,
  patchOf,
  stickyDelay,
  withOurs,
} from './draft-of.ts';
import { quietSentence } from './quiet-sentence.ts';

/** The draft, and how it is saved: on the version that it was made from, so that nobody is overwritten unseen. */
export function useGeneral(server: GuildInfo) {
  const t = useTranslations('servers.general');
  const client = useQueryClient();
  const { queryKey } = serverQuery(server.guildId);
  const name = `${server.guildId} general`;
  const [kept] = useState(() => findDraft<GeneralDraft>(name, isGeneralDraft));
  const [begun] = useState(() => resumed(draftOf(server), kept));
  const draft = useDraft<GeneralDraft>(draftOf(server), begun.now);
  const [version, setVersion] = useState(server.version);
  const describe = useDescription();
  const tell = (before: GeneralDraft, theirs: GeneralDraft) => {
    const lines = changedFields(before, theirs).map((field) =>
      t('theirs', { field: t(`fields.${field}`), value: describe(field, theirs) }),
    );
    return lines.length > 0 ? [t('someoneSaved'), ...lines].join('\n') : null;
  };
  // Of a kept draft told at once: saving is the decision.
  const [problem, setProblem] = useState(() => tell(begun.saved, draftOf(server)));
  const textOf = useFailureText(namesFrom(t));
  const { value, saved, changed } = draft;

  useKeeping(name, { saved, now: value }, changed.length > 0);

  // A switch on another page, or a fresh look: while nothing is unsaved here, theirs simply stands here.
  if (server.version > version && changed.length === 0) {
    setVersion(server.version);
    draft.replace(draftOf(server));
  }

  const update = useMutation({ ...updateServer(client, server.guildId), meta: { isQuiet: true } });

  async function takeTheirs() {
    const now = await client.fetchQuery({ ...serverQuery(server.guildId), staleTime: 0 });
    const theirs = draftOf(now);
    draft.replace(theirs);
    draft.change('ours', () => withOurs(theirs, value, changed));
    setVersion(now.version);
    setProblem(tell(saved, theirs) ?? t('someoneSaved'));
  }

  const save = useMutation({
    mutationFn: async () => {
      const sentence = await update.mutateAsync(patchOf(value, changed, version));
      const now = client.getQueryData(queryKey) ?? server;
      setProblem(null);
      setVersion(now.version);
      draft.replace(draftOf(now));
      return sentence;
    },
    onSuccess: (sentence) => void toast('success', { title: sentence }),
    onError: async (error) => {
      if (error instanceof CallError && error.status === 409) await takeTheirs();
      else setProblem(textOf(error));
    },
    meta: { isQuiet: true },
  });
  return {
    draft,
    nameOf: (field: GeneralField) => t(`fields.${field}`),
    save: { run: () => save.mutate(), isPending: save.isPending, problem: changed.length > 0 ? problem : null },
  };
}

/** A setting in a few words, for those who meet somebody else's. */
function useDescription() {
  const t = useTranslations('servers.general');
  const languages = useQuery(languagesQuery()).data ?? [];
  return (field: GeneralField, draft: GeneralDraft): string => {
    switch (field) {
      case 'locale':
        return languages.find((language) => language.value === draft.locale)?.name ?? draft.locale;
      case 'quietHours':
        return quietSentence(draft.quietHours, t);
      case 'ignoreIfNotCatchedByOverride':
        return t(draft.ignoreIfNotCatchedByOverride ? 'on' : 'off');
      case 'stickyMessageDelaySeconds':
        return t('seconds', { count: draft.stickyMessageDelaySeconds ?? stickyDelay.usual });
      case 'disableBranding':
        return t(Object.values(draft.disableBranding).includes(true) ? 'off' : 'on');
      default:
        return field satisfies never;
    }
  };
}
