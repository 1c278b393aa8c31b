'use client';

import type { StreamerMessageType } from '@tally/contract/message-editor/types';
import type { JournalRow } from '@tally/contract/notifications/journal';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Send } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { proxied } from '../../../lib/proxy/proxied.ts';
import { duration } from '../../../lib/words/format.ts';
import { isolated, plainMentions } from '../../../lib/words/mentions.ts';
import { namesFrom } from '../../../lib/words/plain-refusal.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { useFailureText } from '../../../shell/failed.tsx';
import { useCreate } from '../../../shell/use-create.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { sendTest } from '../api.ts';
import { channelOf } from '../channel-of.ts';
import { shownName } from '../shown-name.ts';
import { Uptime } from '../uptime.tsx';
import { changeOf } from './draft-of.ts';
import type { EditorSceneProps } from './scene.ts';

interface HeaderProps {
  readonly scene: EditorSceneProps;
  readonly lastTest: JournalRow | undefined;
  /** The kind of message that the test sends. */
  readonly type: StreamerMessageType;
  readonly siteName: string;
  readonly addressName: string;
}

export function EditorHeader({ scene, lastTest, type, siteName, addressName }: HeaderProps) {
  const t = useTranslations('notifications');
  const { streamer, platform, discord } = scene;
  const name = shownName(streamer);
  useTabTitle(`${name} · ${siteName}`, `${addressName} · ${siteName}`);
  const channelId = channelOf({ ...streamer, usersForLiveRole: [] });
  const channel = discord?.channels?.find((each) => each.id === channelId);
  return (
    <header className="mb-4">
      <Link
        href={`/dashboard/server/${streamer.guildId}/notifications/${platform}`}
        prefetch={false}
        className="mb-3 inline-flex min-h-8 pointer-coarse:min-h-11 items-center gap-1.5 text-muted hover:text-text"
      >
        <Icon of={ArrowLeft} className="rtl:-scale-x-100" />
        {t('platformTitle', { platform: platformNames[platform] })}
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex min-w-0 items-center gap-4">
          <Avatar name={name} src={proxied(streamer.avatarUrl)} size={48} isLive={streamer.isCurrentlyLive !== null} />
          <div className="min-w-0">
            <h1 className="page-title flex flex-wrap items-baseline gap-x-3">
              <bdi>{name}</bdi>
              {streamer.isCurrentlyLive && (
                <span className="wide text-[13px] text-red">
                  {t('live')} <Uptime since={streamer.isCurrentlyLive.startedAt} />
                </span>
              )}
            </h1>
            <p className="text-muted">
              {channelId === null
                ? t('editor.postsNowhere', { platform: platformNames[platform] })
                : t('editor.postsIn', {
                    platform: platformNames[platform],
                    channel: isolated(`#${discord ? (channel?.name ?? t('unknownChannel')) : '…'}`),
                  })}
            </p>
          </div>
        </div>
        <TestButton scene={scene} lastTest={lastTest} type={type} />
      </div>
    </header>
  );
}

/** Sends a test with the unsaved changes through the real pipeline, and shows the result. */
function TestButton({
  scene: { platform, streamer, discord, draft },
  lastTest,
  type,
}: Pick<HeaderProps, 'scene' | 'lastTest' | 'type'>) {
  const t = useTranslations('notifications');
  const locale = useLocale();
  const client = useQueryClient();
  const test = useCreate({ ...sendTest(client), meta: { isQuiet: true } });
  const refusal = useFailureText(namesFrom(useTranslations('notifications.editor')));
  const [askedAt, setAskedAt] = useState<number | null>(null);
  const [wasDraft, setWasDraft] = useState(false);
  const send = () => {
    setAskedAt(Date.now());
    setWasDraft(draft.changed.length > 0);
    const body = changeOf(platform, draft.value, draft.changed);
    test.mutate({ streamer: { ...streamer, usersForLiveRole: [] }, message: type, body });
  };
  // The server's clock may be slightly behind the browser's.
  const isNew = askedAt !== null && lastTest !== undefined && lastTest.times.detected.getTime() > askedAt - 5_000;
  const outcome = isNew ? lastTest.outcome : null;
  const took = isNew && lastTest.times.sent ? lastTest.times.sent.getTime() - lastTest.times.detected.getTime() : null;
  const words = test.isError
    ? refusal(test.error)
    : askedAt === null
      ? ''
      : outcome === null
        ? t('editor.testUnderway')
        : took === null
          ? plainMentions(lastTest?.explanation ?? t(`outcomes.${outcome}`), discord ?? {})
          : // A saved change is no longer an unsaved one to mention.
            t(wasDraft && draft.changed.length > 0 ? 'editor.draftTestSent' : 'editor.testSent', {
              took: duration(took, locale),
            });
  return (
    <div className="flex flex-col items-end gap-1 max-sm:w-full max-sm:items-stretch">
      <Button onClick={send} isPending={test.isPending}>
        <Icon of={Send} className="rtl:-scale-x-100" />
        {t('sendTest')}
      </Button>
      <output className="block min-h-5 whitespace-pre-line text-muted text-small">{words}</output>
    </div>
  );
}

/** Sets the tab's title, because the page only knows the name in the URL, which can be a code. */
function useTabTitle(title: string, ofAddress: string): void {
  useEffect(() => {
    document.title = title;
    // Trap: Next streams the page's own title, which can arrive after ours on a slow machine.
    const observer = new MutationObserver(() => {
      if (document.title === ofAddress && ofAddress !== title) document.title = title;
    });
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [title, ofAddress]);
}
