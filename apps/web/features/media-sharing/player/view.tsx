'use client';

import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import './player.css';
import { directionOf, type Locale } from '../../../i18n/locales.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { PlayerOrigins } from '../room/frames.ts';
import { createPlayer, type Player, type View } from './player.ts';
import type { PlayerWords } from './words.ts';

const nothing: View = { snapshot: null, isCutOff: false, isBlocked: false, isOver: false };

/** Shows the video with its text below, because nothing may cover a platform's video. */
export function MediaPlayer({
  token,
  players,
  words,
  ownLocale,
}: {
  token: string;
  players: PlayerOrigins;
  words: Record<Locale, PlayerWords>;
  /** The browser's language, used until the server sends the owner's. */
  ownLocale: Locale;
}) {
  const stage = useRef<HTMLDivElement>(null);
  const player = useRef<Player>(null);
  const [view, setView] = useState(nothing);
  useEffect(() => {
    if (!stage.current) return;
    const own = createPlayer({ host: stage.current, token, players });
    player.current = own;
    const end = own.subscribe(() => setView(own.view()));
    return () => {
      end();
      own.close();
    };
  }, [token, players]);

  const { snapshot, isOver } = view;
  const locale = (Object.keys(words) as Locale[]).find((each) => each === snapshot?.locale) ?? ownLocale;
  const own = words[locale];
  useEffect(() => {
    document.title = own.title;
    document.documentElement.lang = locale;
  }, [own, locale]);
  const isSilent = snapshot?.isSilent === true && !isOver;
  return (
    <main className="media-player" lang={locale} dir={directionOf(locale)} data-kind={snapshot?.item?.kind}>
      <div ref={stage} className="media-player-stage" />
      {isOver ? <p className="media-player-note">{own.over}</p> : null}
      {isSilent ? (
        <div className="media-player-note media-player-silent">
          <p>{own.silent}</p>
          <Button variant="primary" onClick={() => player.current?.takeOver()}>
            {own.takeOver}
          </Button>
        </div>
      ) : null}
      {isOver || isSilent ? null : <Bar view={view} words={own} unblock={() => player.current?.unblock()} />}
    </main>
  );
}

function Bar({ view, words, unblock }: { view: View; words: PlayerWords; unblock: () => void }) {
  const { snapshot, isCutOff, isBlocked } = view;
  const item = snapshot?.item ?? null;
  const isNamed = item !== null && (item.title !== null || item.senderName !== null);
  if (!isNamed && !isCutOff && !isBlocked) return null;
  return (
    <div className="media-player-bar" data-bare={!isNamed && !isBlocked}>
      {isBlocked ? (
        <button type="button" className="media-player-start" onClick={unblock}>
          <Icon of={Play} />
          {words.start}
        </button>
      ) : null}
      {isNamed ? (
        <p className="media-player-title">
          {item.title === null ? null : <bdi>{item.title}</bdi>}
          {item.senderName === null ? null : (
            <span className="media-player-sender">
              {words.requestedBy} <bdi>{item.senderName}</bdi>
            </span>
          )}
        </p>
      ) : null}
      {isCutOff ? (
        <output className="media-player-lamp" title={words.cutOff}>
          <span className="sr-only">{words.cutOff}</span>
        </output>
      ) : null}
    </div>
  );
}
