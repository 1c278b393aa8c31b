'use client';

import type { ChatDecor } from '@tally/contract/chat-widget';
import { useEffect, useRef } from 'react';
import './chat.css';
import { apiPath } from '../../lib/paths.ts';
import { type EmoteWords, readEmoteWords } from './emote-words.ts';
import type { Happening } from './entry.ts';
import { hearKick } from './kick-chat.ts';
import { happeningOf as happeningOfKick } from './kick-lines.ts';
import { createChatList } from './list.ts';
import { readSettings, type Settings } from './settings.ts';
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
    const look = { cdnUrl: twitchCdnUrl, isAnimated: settings.animated, ...bare };
    void dress(look, 'twitch', settings, left.signal);
    const hear = (line: Parameters<typeof happeningOfTwitch>[0]) => happen(happeningOfTwitch(line, look));
    ends.push(hearTwitch({ url: twitchChatUrl, channel: settings.twitch, hear }));
  }
  if (settings.kick !== '') {
    const look = { filesUrl: kickFilesUrl, ...bare };
    void dress(look, 'kick', settings, left.signal);
    ends.push(hearKick({ channel: settings.kick, hear: (event) => happen(happeningOfKick(event, look)) }));
  }
  return () => ends.forEach((end) => end());
}

interface Dress {
  badges: ChatDecor['badges'];
  words: EmoteWords;
}
const bare: Dress = { badges: [], words: new Map() };

/** A chat without its pictures is still a chat: lines are drawn before these are there, and where they never come. */
async function dress(look: Dress, platform: 'twitch' | 'kick', settings: Settings, signal: AbortSignal): Promise<void> {
  const channel = encodeURIComponent(settings[platform]);
  const [decor, emotes] = await Promise.all([
    ask<Pick<ChatDecor, 'badges'>>(`/data/chat/${platform}/${channel}/decor`, signal),
    settings.others
      ? ask<{ sets: Parameters<typeof readEmoteWords>[0] }>(`/data/emotes/${platform}/${channel}`, signal)
      : null,
  ]);
  if (decor) look.badges = decor.badges;
  if (emotes) look.words = readEmoteWords(emotes.sets);
}

async function ask<T>(path: string, signal: AbortSignal): Promise<T | null> {
  try {
    const answer = await fetch(apiPath(path), { credentials: 'omit', signal });
    return answer.ok ? ((await answer.json()) as { data: T }).data : null;
  } catch {
    return null;
  }
}
