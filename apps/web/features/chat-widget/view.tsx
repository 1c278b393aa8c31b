'use client';

import type { ChatDecor } from '@tally/contract/chat-widget';
import { useEffect, useRef } from 'react';
import './chat.css';
import { apiPath } from '../../lib/paths.ts';
import type { Happening } from './entry.ts';
import { hearKick } from './kick-chat.ts';
import { happeningOf as happeningOfKick } from './kick-lines.ts';
import { createChatList } from './list.ts';
import { readSettings } from './settings.ts';
import { hearTwitch } from './twitch-chat.ts';
import { happeningOf as happeningOfTwitch } from './twitch-lines.ts';

export interface Sources {
  readonly twitchChatUrl: string;
  readonly twitchCdnUrl: string;
  readonly kickFilesUrl: string;
}

/** What OBS shows: the lines and nothing else. Without React in between: fifty lines a second are drawn as they come. */
export function ChatView({ sources }: { sources: Sources }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => (root.current ? run(root.current, sources) : undefined), [sources]);
  return (
    <main className="chat-view">
      <div ref={root} />
    </main>
  );
}

function run(root: HTMLElement, { twitchChatUrl, twitchCdnUrl, kickFilesUrl }: Sources): () => void {
  const settings = readSettings(new URLSearchParams(window.location.search));
  const list = createChatList(root, settings);
  const happen = (happening: Happening | null): void => {
    if (happening?.type === 'refresh') window.location.reload();
    else if (happening) list.happen(happening);
  };
  const ends: (() => void)[] = [() => list.close()];
  const left = new AbortController();
  ends.push(() => left.abort());
  if (settings.twitch !== '') {
    const look = { cdnUrl: twitchCdnUrl, isAnimated: settings.animated, badges: [] as ChatDecor['badges'] };
    void loadBadges('twitch', settings.twitch, left.signal).then((badges) => (look.badges = badges));
    const hear = (line: Parameters<typeof happeningOfTwitch>[0]) => happen(happeningOfTwitch(line, look));
    ends.push(hearTwitch({ url: twitchChatUrl, channel: settings.twitch, hear }));
  }
  if (settings.kick !== '') {
    const look = { filesUrl: kickFilesUrl, badges: [] as ChatDecor['badges'] };
    void loadBadges('kick', settings.kick, left.signal).then((badges) => (look.badges = badges));
    ends.push(hearKick({ channel: settings.kick, hear: (event) => happen(happeningOfKick(event, look)) }));
  }
  return () => ends.forEach((end) => end());
}

/** A chat without pictures beside its names is still a chat. */
async function loadBadges(
  platform: 'twitch' | 'kick',
  channel: string,
  signal: AbortSignal,
): Promise<ChatDecor['badges']> {
  const path = apiPath(`/data/chat/${platform}/${encodeURIComponent(channel)}/decor`);
  try {
    const answer = await fetch(path, { credentials: 'omit', signal });
    const envelope = (await answer.json()) as { data?: Pick<ChatDecor, 'badges'> | null };
    return envelope.data?.badges ?? [];
  } catch {
    return [];
  }
}
