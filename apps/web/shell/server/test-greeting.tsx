'use client';

import type { MessageDraft, TestedType } from '@tally/contract/servers/parts';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { lateHome } from '../../lib/late-home.ts';
import type { NameOfField } from '../../lib/words/plain-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useFailureText } from '../failed.tsx';
import { useCreate } from '../use-create.ts';
import { toolPostsKey } from './api.ts';

const serverParts = lateHome(async () => (await import('@tally/contract/servers/parts')).serverParts);

const testGreeting = (serverId: ServerId, type: TestedType) =>
  creation({
    mutationFn: (body: MessageDraft, intent) =>
      call(serverParts.testGreeting, { params: { guildId: serverId, type }, body }, { fallback: 'sendTest', intent }),
    meta: { isQuiet: true },
  });

/** Sends a test greeting and shows the result below the button. */
export function SendTest({
  serverId,
  type,
  draft,
  nameOf,
  canTest,
  whyNot,
}: {
  serverId: ServerId;
  type: TestedType;
  /** The unsaved changes, which the test includes. A starboard always sends all its settings. */
  draft: MessageDraft;
  nameOf: NameOfField;
  canTest: boolean;
  /** What is missing before a test is possible. */
  whyNot: string;
}) {
  const t = useTranslations('servers.greetings');
  const textOf = useFailureText(nameOf);
  const client = useQueryClient();
  const test = useCreate({
    ...testGreeting(serverId, type),
    onSettled: () => client.invalidateQueries({ queryKey: toolPostsKey(serverId) }),
  });
  return (
    <div className="flex flex-col gap-2">
      <Button className="self-start" onClick={() => test.mutate(draft)} disabled={!canTest || test.isPending}>
        <Icon of={Send} className="rtl:-scale-x-100" />
        {t(test.isPending ? 'sending' : 'test')}
      </Button>
      <output className="block text-small">
        {!canTest && <span className="text-muted">{whyNot}</span>}
        {canTest && test.isSuccess && (
          <span className="text-ok">
            {t(type === 'starred' || Object.keys(test.variables).length === 0 ? 'sent' : 'sentDraft')}
          </span>
        )}
        {canTest && test.isError && <span className="whitespace-pre-line text-red">{textOf(test.error)}</span>}
      </output>
    </div>
  );
}
