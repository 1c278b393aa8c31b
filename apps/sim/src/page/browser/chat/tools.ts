/** Actions on a message: react, reply, run an app's command, delete. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { html } from '../html.ts';
import { Icon, type IconName } from '../icons.ts';
import { ComponentEmoji } from '../message/components.ts';
import { act, interact } from '../state/control.ts';
import { discordOf, guildOf } from '../state/look.ts';
import { change, getState, useApp } from '../state/store.ts';
import type { Command, Emoji, Message } from '../state/wire.ts';
import { toggleReaction } from './reactions.ts';

const usual = ['👍', '❤️', '😂', '🎉', '⭐', '🔥', '👀', '😢', '🙏', '✅'];

export function Tools({ message }: { message: Message }): VNode {
  const [isPicking, pick] = useState(false);
  return html`<div class="tools">
    <${Tool} icon="smile" label="Add a reaction" isOpen=${isPicking} onClick=${() => pick(!isPicking)} />
    <${Tool} icon="reply" label="Reply" onClick=${() => change({ replyTo: message })} />
    <${AppCommands} message=${message} />
    <${Tool} icon="trash" label="Delete the message" onClick=${() => act('discord', 'delete', { channel_id: message.channel_id, message_id: message.id })} />
    ${isPicking && html`<${Picker} message=${message} close=${() => pick(false)} />`}
  </div>`;
}

function Tool(props: { icon: IconName; label: string; isOpen?: boolean; onClick: () => void }): VNode {
  return html`<button type="button" class="icon-button" aria-label=${props.label} title=${props.label}
    aria-expanded=${props.isOpen ?? null} onClick=${props.onClick}><${Icon} name=${props.icon} size=${17} /></button>`;
}

function Picker({ message, close }: { message: Message; close: () => void }): VNode {
  const guild = useApp(guildOf);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('button')?.focus(), []);
  useEffect(() => {
    const leave = (event: PointerEvent): void => {
      if (event.target instanceof Node && !box.current?.parentElement?.contains(event.target)) close();
    };
    addEventListener('pointerdown', leave);
    return () => removeEventListener('pointerdown', leave);
  }, [close]);
  const emojis: Emoji[] = [...usual.map((name) => ({ name })), ...(guild?.emojis ?? []).slice(0, 30)];
  const choose = (emoji: Emoji): void => {
    toggleReaction(message, emoji, false);
    close();
  };
  const leaveByKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
  };
  return html`<div class="picker" ref=${box} role="group" aria-label="Reactions to choose from" onKeyDown=${leaveByKey}>
    ${emojis.map(
      (emoji) =>
        html`<button type="button" key=${emoji.id ?? emoji.name} aria-label=${emoji.name} onClick=${() => choose(emoji)}><${ComponentEmoji} emoji=${emoji} /></button>`,
    )}
  </div>`;
}

/** Shows the commands for messages. */
function AppCommands({ message }: { message: Message }): VNode | null {
  const guild = useApp(guildOf);
  const discord = useApp(discordOf);
  const commands = (discord?.commands ?? []).filter(
    (command) =>
      command.type === 3 &&
      (!command.guild_id || command.guild_id === guild?.id) &&
      guild?.bot_in.includes(command.application_id),
  );
  if (commands.length === 0) return null;
  const run = (command: Command): void => {
    const { userId } = getState();
    const body = {
      channel_id: message.channel_id,
      user_id: userId,
      name: command.name,
      target_id: message.id,
      application_id: command.application_id,
    };
    void interact('command', body);
  };
  return html`${commands.map((command) => html`<${Tool} key=${command.id} icon="bolt" label=${command.name} onClick=${() => run(command)} />`)}`;
}
