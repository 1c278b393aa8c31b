'use client';

import type { MediaItem } from '@tally/contract/media-sharing/views';
import { isShortVideo } from '@tally/contract/platforms/words';
import { EyeOff, Play } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { cx } from '../../../../ui/cx.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { useTitle } from '../../video-line.tsx';
import { frameAddress, frames, type PlayerOrigins } from '../frames.ts';

/** Previews a video before approval. External content loads only on request. */
export function Preview({ item, players }: { item: MediaItem; players: PlayerOrigins }) {
  const t = useTranslations('media-sharing.pending');
  const titleOf = useTitle();
  const [isOpen, setOpen] = useState(false);
  const title = titleOf(item);
  return (
    <div className="grid gap-2">
      {isOpen && <Frame item={item} players={players} title={t('previewOf', { title })} />}
      <Button size="compact" className="justify-self-start" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon of={isOpen ? EyeOff : Play} />
        {t(isOpen ? 'hidePreview' : 'preview')}
        <span className="sr-only">{title}</span>
      </Button>
    </div>
  );
}

function Frame({ item, players, title }: { item: MediaItem; players: PlayerOrigins; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const origin = players[item.provider];
  useEffect(() => {
    const { commands } = frames[item.provider];
    if (!commands) return;
    // Mutes the frame as soon as it is ready for commands.
    const onMessage = (event: MessageEvent<unknown>) => {
      const target = frame.current?.contentWindow;
      if (!target || event.source !== target || event.origin !== new URL(origin).origin) return;
      for (const command of commands(event.data)) target.postMessage(command, event.origin);
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [item.provider, origin]);
  return (
    <iframe
      ref={frame}
      src={frameAddress(item, players)}
      title={title}
      // It must not navigate this page elsewhere, no matter what it shows.
      // oxlint-disable-next-line react/iframe-missing-sandbox -- of another origin: it keeps its own, and never has ours
      sandbox="allow-scripts allow-same-origin allow-popups"
      allow="autoplay; encrypted-media"
      // YouTube shows error 153 without a referrer: https://developers.google.com/youtube/iframe_api_reference
      referrerPolicy="strict-origin-when-cross-origin"
      className={cx(
        'min-h-[200px] w-full rounded-card border border-line bg-black',
        isShortVideo(item.kind) ? 'mx-auto aspect-9/16 max-w-[280px]' : 'aspect-video',
      )}
    />
  );
}
