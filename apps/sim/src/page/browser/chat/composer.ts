import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { html } from '../html.ts';
import { Icon } from '../icons.ts';
import { act, interact } from '../state/control.ts';
import { allChannels, nameOf } from '../state/look.ts';
import { change, getState, say, useApp } from '../state/store.ts';
import type { Channel, Guild, User } from '../state/wire.ts';
import { bodyOf, CommandForm } from './command-form.ts';
import { type FlatCommand, findCommands } from './commands.ts';
import { type Filled, readTyped, type TypedCommand } from './typed-command.ts';

const LONGEST = 2_000;
const TYPING_EVERY_MS = 8_000;

let typedAt = 0;

/** Discord's own client sends "typing" occasionally, not per key. */
function noticeTyping(channel: Channel, user: User): void {
  if (Date.now() - typedAt < TYPING_EVERY_MS) return;
  typedAt = Date.now();
  void act('discord', 'typing', { channel_id: channel.id, user_id: user.id });
}

/** A text that could not be sent returns to the field. */
async function sayOr(body: object, whenRefused: () => void): Promise<void> {
  typedAt = 0;
  if (!(await act('discord', 'say', body))) whenRefused();
}

async function runOr(body: object, whenRefused: () => void): Promise<void> {
  if (!(await interact('command', body))) whenRefused();
}

export function Composer({ channel, guild, user }: { channel: Channel; guild: Guild; user: User }): VNode {
  const [text, write] = useState('');
  const [chosen, choose] = useState<Filled | null>(null);
  const [marked, mark] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const commands = useApp((state) => state.sim?.worlds.discord?.commands);
  const found = text.startsWith('/') && !chosen ? findCommands(commands ?? [], guild, text.slice(1)) : [];
  const place = Math.min(marked, Math.max(0, found.length - 1));

  const pick = (command: FlatCommand): void => {
    choose({ command, values: {} });
    write('');
  };
  const run = (typed: TypedCommand, whenRefused: () => void): void => {
    if (typed.missing.length === 0) return void runOr(bodyOf(typed, { channel, user }), whenRefused);
    say(`/${typed.command.title} needs a value for ${typed.missing.join(', ')}.`, true);
    choose(typed);
  };
  const send = (): void => {
    const content = text.trim();
    if (content === '') return;
    write('');
    const giveBack = (): void => write((now) => now || text);
    const typed = readTyped(writeMentions(content, guild), commands ?? [], guild);
    if (typed) return run(typed, giveBack);
    const { replyTo } = getState();
    const body = { channel_id: channel.id, user_id: user.id, content: writeMentions(content, guild) };
    change({ replyTo: null });
    void sayOr(replyTo ? { ...body, reply_to: replyTo.id } : body, giveBack);
  };
  const input = (event: Event & { currentTarget: HTMLTextAreaElement }): void => {
    write(event.currentTarget.value);
    mark(0);
    if (!event.currentTarget.value.startsWith('/')) noticeTyping(channel, user);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') change({ replyTo: null });
    const first = found[place];
    if (first && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      mark((place + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length);
      return;
    }
    const isDone = event.key === 'Enter' && !event.shiftKey && !event.isComposing;
    if (first && (isDone || event.key === 'Tab')) {
      event.preventDefault();
      return pick(first);
    }
    if (!isDone) return;
    event.preventDefault();
    send();
  };
  if (chosen)
    return html`<${CommandForm} ...${chosen} channel=${channel} guild=${guild} user=${user} close=${() => choose(null)} />`;
  return html`<form class="composer" onSubmit=${(event: Event) => (event.preventDefault(), send())}>
    ${found.length > 0 && html`<${Suggestions} list=${found} place=${place} pick=${pick} />`}
    <${ReplyBar} guild=${guild} />
    <div class="composer-field">
      <textarea ref=${field} rows="1" maxlength=${LONGEST} value=${text} placeholder=${`Write in #${channel.name ?? ''}, or / for commands`}
        aria-label=${`Message to #${channel.name ?? ''}`} role=${found.length > 0 ? 'combobox' : null} aria-controls=${found.length > 0 ? 'commands' : null}
        aria-expanded=${found.length > 0 ? true : null} aria-activedescendant=${found[place] ? `command-${place}` : null} onInput=${input} onKeyDown=${key}></textarea>
      <button type="submit" class="icon-button" aria-label="Send" disabled=${text.trim() === ''}><${Icon} name="send" /></button>
    </div>
  </form>`;
}

function Suggestions({
  list,
  place,
  pick,
}: {
  list: readonly FlatCommand[];
  place: number;
  pick: (command: FlatCommand) => void;
}): VNode {
  return html`<ul class="suggestions" id="commands" role="listbox" aria-label="Commands">
    ${list.map(
      (
        command,
        index,
      ) => html`<li key=${command.title} id=${`command-${index}`} role="option" aria-selected=${index === place} onClick=${() => pick(command)}>
        <strong>/${command.title}</strong><span>${command.description}</span>
      </li>`,
    )}
  </ul>`;
}

function ReplyBar({ guild }: { guild: Guild }): VNode | null {
  const message = useApp((state) => state.replyTo);
  if (!message) return null;
  return html`<p class="reply-bar">
    <${Icon} name="reply" size=${15} /><span>Replying to <strong>${nameOf(guild, message.author)}</strong></span>
    <button type="button" class="icon-button" aria-label="Do not reply" onClick=${() => change({ replyTo: null })}><${Icon} name="close" size=${15} /></button>
  </p>`;
}

/** Converts `@Name`, `@Role` and `#channel` to mentions, the longest name first. */
function writeMentions(text: string, guild: Guild): string {
  const names: [string, string][] = [
    ...guild.members.flatMap((member): [string, string][] => [
      [`@${member.user.username}`, `<@${member.user.id}>`],
      [`@${nameOf(guild, member.user)}`, `<@${member.user.id}>`],
    ]),
    ...guild.roles
      .filter((role) => role.id !== guild.id)
      .map((role): [string, string] => [`@${role.name}`, `<@&${role.id}>`]),
    ...allChannels(guild).map((channel): [string, string] => [`#${channel.name ?? ''}`, `<#${channel.id}>`]),
  ];
  names.sort(([left], [right]) => right.length - left.length);
  let written = text;
  for (const [name, mention] of names) if (name.length > 1) written = written.replaceAll(name, mention);
  return written;
}
