/** Chats of the platforms. A person can read a chat, and write in it as a viewer. */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Chat, ChatLine } from '../../../actions.ts';
import { classes, html } from '../html.ts';
import { Icon } from '../icons.ts';
import { type ChatPlatform, chatPlatforms, openChat } from '../state/chats.ts';
import { act } from '../state/control.ts';
import { goToEnd, noteScroll } from '../state/scroll.ts';
import { useApp } from '../state/store.ts';
import { showClock } from '../state/time.ts';

export function Chats(): VNode {
  const sim = useApp((state) => state.sim);
  const chat = useApp((state) => state.chat);
  const platforms = chatPlatforms(sim);
  const platform = platforms.find(({ world }) => world === chat?.world) ?? platforms[0];
  const who = chat?.who ?? (platform && firstOf(platform));
  useEffect(() => {
    if (!chat && platform && who) openChat(platform.world, who);
  });
  if (!platform || !who) return html`<p class="empty">No platform with a chat is simulated here.</p>`;
  const { panel, world } = platform;
  const name = panel.subjects.find(({ id }) => id === who)?.name ?? who;
  return html`
    <div class="chips" role="group" aria-label="Platform of the chat">
      ${platforms.map(
        (
          each,
        ) => html`<button type="button" key=${each.world} class="platform" aria-pressed=${each === platform} onClick=${() => openChat(each.world, firstOf(each))}>
          <i class=${`glyph glyph-${each.panel.mark}`}></i>${each.panel.title}
        </button>`,
      )}
    </div>
    <label class="field"><span>Channel</span>
      <select onChange=${(event: Event & { currentTarget: HTMLSelectElement }) => openChat(world, event.currentTarget.value)}>
        ${panel.subjects.map(({ id, name: label, state }) => html`<option key=${id} value=${id} selected=${id === who}>${label}${state === 'live' ? ' (live)' : ''}</option>`)}
      </select>
    </label>
    <${Lines} key=${`${world} ${who}`} label=${`Chat of ${name} on ${panel.title}`} content=${chat?.content ?? null} />
    <${Writing} key=${world} platform=${platform} who=${who} />
  `;
}

/** Returns the first live subject, because most chats are read only during a stream. */
const firstOf = ({ panel: { subjects } }: ChatPlatform): string =>
  (subjects.find(({ state }) => state === 'live') ?? subjects[0])?.id ?? '';

function Lines({ label, content }: { label: string; content: Chat | null }): VNode {
  const box = useRef<HTMLDivElement>(null);
  const lines = content?.lines ?? [];
  const last = lines.at(-1)?.id;
  useLayoutEffect(() => goToEnd(box.current), [last]);
  return html`<div class="platform-chat">
    <div class="platform-lines" ref=${box} onScroll=${noteScroll} role="log" aria-label=${label} tabindex="0">
      ${content && lines.length === 0 && html`<p class="muted">No lines yet.</p>`}
      ${lines.map((line) => html`<${Line} key=${line.id} line=${line} />`)}
    </div>
    ${content && html`<p class="hint">${content.isHeard ? 'An app reads this chat.' : 'No app reads this chat.'}</p>`}
  </div>`;
}

const Line = ({
  line,
}: {
  line: ChatLine;
}): VNode => html`<p class=${classes('platform-line', line.note && 'is-noted')}>
  <time class="mono" datetime=${line.at}>${showClock(new Date(line.at))}</time>
  <span>
    ${line.note && html`<small>${line.note}</small>`}
    ${line.replyTo && html`<small><${Icon} name="reply" size=${12} />Reply to ${line.replyTo}</small>`}
    ${line.badges.map((badge) => html`<span class="tag">${badge}</span>`)}
    <strong>${line.by}</strong> <bdi>${line.text}</bdi>
  </span>
</p>`;

function Writing({ platform, who }: { platform: ChatPlatform; who: string }): VNode {
  const { writers, textField } = platform.panel.chats;
  const [by, writeAs] = useState(writers[0]?.id ?? '');
  const [text, write] = useState('');
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const said = text.trim();
    if (said === '') return;
    write('');
    if (!(await act(platform.world, 'chat', { who, by, [textField]: said }))) write((now) => now || text);
  };
  return html`<form class="platform-writing" onSubmit=${send}>
    <label class="field"><span>Write as</span>
      <select onChange=${(event: Event & { currentTarget: HTMLSelectElement }) => writeAs(event.currentTarget.value)}>
        ${writers.map(({ id, name }) => html`<option key=${id} value=${id} selected=${id === by}>${name}</option>`)}
      </select>
    </label>
    <label class="field"><span>Line in the chat</span>
      <input type="text" maxlength="500" autocomplete="off" value=${text} onInput=${(event: Event & { currentTarget: HTMLInputElement }) => write(event.currentTarget.value)} />
    </label>
    <button type="submit" class="button is-ink" disabled=${text.trim() === ''}><${Icon} name="send" size=${16} />Write</button>
  </form>`;
}
