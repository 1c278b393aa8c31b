'use client';

import type { RecordingPage } from '@tally/contract/vods/calls';
import { Check, Share2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { putInClipboard } from '../../../lib/browser/clipboard.ts';
import { clock } from '../../../lib/words/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

type Props = Pick<RecordingPage, 'chapters' | 'thumbnailUrl'> & { readonly title: string; readonly src: string };

/** Shows the video, its chapters as links, and a share button. */
export function Player({ title, src, chapters, thumbnailUrl }: Props) {
  const t = useTranslations('vods.page');
  const video = useRef<HTMLVideoElement>(null);
  const [at, setAt] = useState(0);
  const playing = chapters.findLast(({ atSeconds }) => atSeconds <= at);
  const go = (seconds: number) => {
    if (!video.current) return;
    video.current.currentTime = seconds;
    setAt(seconds);
    video.current.focus();
  };
  return (
    <div
      className="grid gap-4 data-chapters:lg:grid-cols-[minmax(0,1fr)_280px]"
      data-chapters={chapters.length > 1 || undefined}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody wrote any */}
      <video
        ref={video}
        controls
        playsInline
        preload="metadata"
        aria-label={title}
        src={src}
        {...(thumbnailUrl === null ? {} : { poster: thumbnailUrl })}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        className="aspect-video w-full rounded-panel bg-black"
      />
      {chapters.length > 1 && (
        <nav aria-label={t('chapters')}>
          <h2 className="mb-2 font-semibold">{t('chapters')}</h2>
          <ol className="divide-y divide-line rounded-panel border border-line bg-surface">
            {chapters.map((chapter) => (
              <li key={chapter.atSeconds}>
                <button
                  type="button"
                  onClick={() => go(chapter.atSeconds)}
                  aria-current={chapter === playing || undefined}
                  className="flex min-h-11 w-full items-center gap-3 px-4 text-start hover:bg-raised aria-[current=true]:font-semibold"
                >
                  <span className="figures text-muted text-small" dir="ltr">
                    {clock(chapter.atSeconds * 1_000)}
                  </span>
                  <bdi className="min-w-0 truncate">{chapter.name}</bdi>
                </button>
              </li>
            ))}
          </ol>
        </nav>
      )}
    </div>
  );
}

/** Opens the system's share sheet, or copies the link. */
export function ShareButton({ title }: { title: string }) {
  const t = useTranslations('vods.page');
  const [isCopied, setCopied] = useState(false);
  const share = async () => {
    const { href: url } = window.location;
    const isShared =
      'share' in navigator &&
      (await navigator.share({ title, url }).then(
        () => true,
        // A closed share sheet is no error. After any other failure, people can still copy the link.
        (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
      ));
    if (!isShared) setCopied(await putInClipboard(url));
  };
  return (
    <Button onClick={() => void share()}>
      <Icon of={isCopied ? Check : Share2} />
      {t(isCopied ? 'copied' : 'share')}
    </Button>
  );
}
