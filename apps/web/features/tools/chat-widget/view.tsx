'use client';

import type { ChatAvatar, ChatDecor } from '@tally/contract/chat-widget/calls';
import { useEffect, useRef } from 'react';
import './chat.css';
import { apiPath } from '../../../lib/paths/paths.ts';
import { type Avatars, createAvatars } from './avatars.ts';
import { type EmoteWords, readEmoteWords } from './chats/emote-words.ts';
import { hearKick } from './chats/kick-chat.ts';
import { happeningOf as happeningOfKick, throughUs } from './chats/kick-lines.ts';
import { hearTwitch } from './chats/twitch-chat.ts';
import { happeningOf as happeningOfTwitch } from './chats/twitch-lines.ts';
import type { Entry, Happening } from './entry.ts';
import { type ChatList, createChatList } from './list.ts';
import { readSettings, type Settings } from './settings.ts';

type Platform = Entry['platform'];

export interface Sources {
  readonly twitchChatUrl: string;
  readonly twitchCdnUrl: string;
  readonly kickFilesUrl: string;
  readonly renewed: string;
}

/** The page in OBS, which shows only the lines. Without React, it can draw 50 lines a second. */
export function ChatView({ sources }: { sources: Sources }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => (root.current ? run(root.current, sources) : undefined), [sources]);
  return (
    <main className="chat-view">
      <div ref={root} />
    </main>
  );
}

function run(root: HTMLElement, { twitchChatUrl, twitchCdnUrl, kickFilesUrl, renewed }: Sources): () => void {
  const settings = readSettings(new URLSearchParams(window.location.search));
  const list = createChatList(root, settings);
  const left = new AbortController();
  const ends: (() => void)[] = [() => list.close(), () => left.abort()];
  /** Adds chat events to the list, and fetches the authors' pictures if wanted. */
  const happensIn = (platform: Platform): ((happening: Happening | null) => void) => {
    const avatars = settings.avatars ? openAvatars({ list, platform, settings }, left.signal) : null;
    if (avatars) ends.push(() => avatars.close());
    return (happening) => {
      if (happening?.type === 'refresh') return window.location.reload();
      if (happening?.type === 'line') avatars?.want(happening.entry.userId);
      if (happening) list.happen(happening);
    };
  };
  if (settings.twitch !== '') {
    const look = { cdnUrl: twitchCdnUrl, isAnimated: settings.animated, ...bare };
    void dress({ look, list, platform: 'twitch', settings }, left.signal);
    const happen = happensIn('twitch');
    const hear = (line: Parameters<typeof happeningOfTwitch>[0]) => happen(happeningOfTwitch(line, look));
    ends.push(hearTwitch({ url: twitchChatUrl, channel: settings.twitch, hear }));
  }
  if (settings.kick !== '') {
    const look = { filesUrl: kickFilesUrl, renewed, ...bare };
    void dress({ look, list, platform: 'kick', settings }, left.signal);
    const happen = happensIn('kick');
    ends.push(hearKick({ channel: settings.kick, hear: (event) => happen(happeningOfKick(event, look)) }));
  }
  return () => ends.forEach((end) => end());
}

interface Dress {
  badges: ChatDecor['badges'];
  words: EmoteWords;
}
interface Shown {
  readonly list: ChatList;
  readonly platform: Platform;
  readonly settings: Settings;
}
const bare: Dress = { badges: [], words: new Map() };

/** Lines do not wait for pictures, because a chat also works without them. */
async function dress(about: Shown & { readonly look: Dress }, signal: AbortSignal): Promise<void> {
  const { look, list, platform, settings } = about;
  const channel = encodeURIComponent(settings[platform]);
  const [decor, emotes] = await Promise.all([
    ask<Pick<ChatDecor, 'badges' | 'bots'>>(`/data/chat/${platform}/${channel}/decor`, signal),
    settings.others
      ? ask<{ sets: Parameters<typeof readEmoteWords>[0] }>(`/data/emotes/${platform}/${channel}`, signal)
      : null,
  ]);
  if (decor) {
    look.badges = decor.badges;
    list.addBots(decor.bots);
  }
  if (emotes) look.words = readEmoteWords(emotes.sets);
}

function openAvatars({ list, platform, settings }: Shown, signal: AbortSignal): Avatars {
  const path = `/data/chat/${platform}/${encodeURIComponent(settings[platform])}/avatars?ids=`;
  // Loads through our origin, because Kick's host requires a Referer.
  const urlOf = ({ url }: ChatAvatar): string => (platform === 'kick' ? throughUs(url) : url);
  return createAvatars({
    ask: (ids) => ask<ChatAvatar[]>(`${path}${ids.join(',')}`, signal),
    tell: (found) => list.addAvatars(platform, new Map(found.map((each) => [each.userId, urlOf(each)]))),
  });
}

async function ask<T>(path: string, signal: AbortSignal): Promise<T | null> {
  try {
    const answer = await fetch(apiPath(path), { credentials: 'omit', signal });
    return answer.ok ? ((await answer.json()) as { data: T }).data : null;
  } catch {
    return null;
  }
}
