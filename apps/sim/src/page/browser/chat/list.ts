import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { html } from '../html.ts';
import { loadMessages } from '../state/control.ts';
import { discordOf, findUser, guildOf, nameOf } from '../state/look.ts';
import { goToEnd, noteScroll } from '../state/scroll.ts';
import { useApp } from '../state/store.ts';
import { isSameDay, showDay } from '../state/time.ts';
import type { Channel, Message } from '../state/wire.ts';
import { Row } from './row.ts';

const SAME_BREATH_MS = 7 * 60_000;

export function MessageList({ channel }: { channel: Channel }): VNode {
  const list = useApp((state) => state.messages.get(channel.id));
  const isComplete = useApp((state) => state.complete.has(channel.id));
  const box = useRef<HTMLDivElement>(null);
  const last = list?.at(-1);

  const isLoaded = list !== undefined;
  useLayoutEffect(() => goToEnd(box.current), [last?.id, list?.length, last?.reactions, last?.edited_timestamp]);
  // Pictures load later and push the end down.
  useEffect(() => {
    const observer = new ResizeObserver(() => goToEnd(box.current));
    if (box.current?.firstElementChild) observer.observe(box.current.firstElementChild);
    return () => observer.disconnect();
  }, [isLoaded]);

  return html`<div class="messages" ref=${box} onScroll=${noteScroll} tabindex="0" role="log" aria-label=${`Messages in ${channel.name ?? 'this channel'}`}>
    <div class="messages-inner">
      ${list === undefined ? html`<${Skeleton} />` : html`<${Beginning} channel=${channel} isComplete=${isComplete} first=${list[0]} />`}
      ${(list ?? []).map((message, index) => drawMessage(message, list?.[index - 1]))}
      <${Typing} channel=${channel} />
    </div>
  </div>`;
}

/** Notifications are shown separately, each with its name and time. */
const isCard = (message: Message): boolean => message.embeds.length > 0 || message.components.length > 0;

function drawMessage(message: Message, before: Message | undefined): VNode {
  const at = new Date(message.timestamp);
  const isNewDay = !before || !isSameDay(at, new Date(before.timestamp));
  const isContinued =
    !isNewDay &&
    before.author.id === message.author.id &&
    before.author.username === message.author.username &&
    !message.message_reference &&
    !message.interaction_metadata &&
    !isCard(message) &&
    !isCard(before) &&
    at.getTime() - Date.parse(before.timestamp) < SAME_BREATH_MS;
  return html`<div key=${message.id}>
    ${isNewDay && html`<p class="day"><span>${showDay(at)}</span></p>`}
    <${Row} message=${message} isContinued=${isContinued} />
  </div>`;
}

function Beginning({
  channel,
  isComplete,
  first,
}: {
  channel: Channel;
  isComplete: boolean;
  first: Message | undefined;
}): VNode {
  if (!isComplete && first) {
    return html`<p class="older"><button type="button" class="button" onClick=${() => loadMessages(channel.id, first.id)}>Older messages</button></p>`;
  }
  return html`<div class="beginning">
    <p class="beginning-title">#${channel.name ?? 'conversation'}</p>
    <p>${first ? 'This is where the channel begins.' : 'Nothing has been said here yet. Write something, or let a creator go live.'}</p>
  </div>`;
}

const Skeleton = (): VNode =>
  html`<div class="skeleton" aria-hidden="true">${[62, 84, 40, 71].map(
    (width) => html`<div><i></i><span style=${{ width: `${width}%` }}></span></div>`,
  )}</div>`;

function Typing({ channel }: { channel: Channel }): VNode {
  const typing = useApp((state) => state.typing);
  const discord = useApp(discordOf);
  const guild = useApp(guildOf);
  const names = typing
    .filter((one) => one.channelId === channel.id)
    .flatMap((one) => findUser(discord, one.userId) ?? [])
    .map((user) => nameOf(guild, user));
  return html`<p class="typing" aria-live="polite">${names.length > 0 && html`<i class="dots" aria-hidden="true"></i>${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} typing`}</p>`;
}
