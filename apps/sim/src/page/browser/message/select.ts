import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { html } from '../html.ts';
import { interact } from '../state/control.ts';
import { guildOf, isTextual, nameOf } from '../state/look.ts';
import { getState, say, useApp } from '../state/store.ts';
import type { Component, Guild, Message, SelectOption } from '../state/wire.ts';

/** Returns the choices: the select's own options, or the server's people, roles and channels. */
export function optionsOf(component: Component, guild: Guild | undefined): readonly SelectOption[] {
  const people = (): SelectOption[] =>
    (guild?.members ?? []).map((member) => ({ value: member.user.id, label: nameOf(guild, member.user) }));
  const roles = (): SelectOption[] =>
    (guild?.roles ?? [])
      .filter((role) => role.id !== guild?.id)
      .map((role) => ({ value: role.id, label: `@${role.name}` }));
  switch (component.type) {
    case 5:
      return people();
    case 6:
      return roles();
    case 7:
      return [...people(), ...roles()];
    case 8:
      return (guild?.channels ?? [])
        .filter(isTextual)
        .map((channel) => ({ value: channel.id, label: `#${channel.name}` }));
    default:
      return component.options ?? [];
  }
}

export function Select({ message, component }: { message: Message; component: Component }): VNode {
  const guild = useApp(guildOf);
  const options = optionsOf(component, guild);
  const most = component.max_values ?? 1;
  const send = (values: readonly string[]): void => {
    const { userId } = getState();
    if (!userId) return say('Choose first whom you act as.', true);
    const body = {
      channel_id: message.channel_id,
      message_id: message.id,
      user_id: userId,
      custom_id: component.custom_id,
      values,
    };
    void interact('select', body, `${message.id}:${component.custom_id}`);
  };
  if (most > 1) return html`<${ManySelect} component=${component} options=${options} send=${send} />`;
  return html`<select class="component-select" aria-label=${component.placeholder ?? 'Make a selection'} disabled=${component.disabled ?? false}
    onChange=${(event: Event & { currentTarget: HTMLSelectElement }) => event.currentTarget.value && send([event.currentTarget.value])}>
    <option value="">${component.placeholder ?? 'Make a selection'}</option>
    ${options.map((option) => html`<option key=${option.value} value=${option.value} selected=${option.default ?? false}>${option.label}</option>`)}
  </select>`;
}

function ManySelect(props: {
  component: Component;
  options: readonly SelectOption[];
  send: (values: readonly string[]) => void;
}): VNode {
  const { component, options, send } = props;
  const [chosen, choose] = useState<readonly string[]>(
    options.filter((option) => option.default).map((option) => option.value),
  );
  const toggle = (value: string): void =>
    choose(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  const least = component.min_values ?? 1;
  const isAllowed = chosen.length >= least && chosen.length <= (component.max_values ?? 1);
  return html`<details class="many-select">
    <summary>${component.placeholder ?? 'Make selections'}<small>${chosen.length} chosen</small></summary>
    <div>
      ${options.map(
        (option) => html`<label key=${option.value}>
          <input type="checkbox" checked=${chosen.includes(option.value)} onChange=${() => toggle(option.value)} />
          <span>${option.label}${option.description && html`<small>${option.description}</small>`}</span>
        </label>`,
      )}
      <button type="button" class="button is-ink" disabled=${!isAllowed} onClick=${() => send(chosen)}>Choose these</button>
    </div>
  </details>`;
}
