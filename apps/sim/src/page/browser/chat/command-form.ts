import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { html } from '../html.ts';
import { Icon } from '../icons.ts';
import { interact, suggest } from '../state/control.ts';
import { isTextual, nameOf } from '../state/look.ts';
import type { Channel, CommandOption, Guild, User } from '../state/wire.ts';
import type { FlatCommand } from './commands.ts';

interface Given {
  readonly command: FlatCommand;
  readonly channel: Channel;
  readonly guild: Guild;
  readonly user: User;
}

export function CommandForm({ close, ...given }: Given & { close: () => void }): VNode {
  const { command, channel, user } = given;
  const [values, set] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, [type=submit]')?.focus(), []);
  const body = {
    channel_id: channel.id,
    user_id: user.id,
    ...nameParts(command),
    options: readValues(command.options, values),
  };
  const run = (event: Event): void => {
    event.preventDefault();
    close();
    void interact('command', body);
  };
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
  };
  return html`<form class="composer command-form" ref=${form} onSubmit=${run} onKeyDown=${leave}>
    <p class="command-title"><strong>/${command.title}</strong><span>${command.description}</span></p>
    ${command.options.map(
      (
        option,
      ) => html`<${OptionField} key=${option.name} option=${option} given=${given} value=${values[option.name] ?? ''} body=${body}
        onValue=${(value: string) => set((now) => ({ ...now, [option.name]: value }))} />`,
    )}
    <div class="form-end">
      <button type="button" class="button" onClick=${close}>Cancel</button>
      <button type="submit" class="button is-ink"><${Icon} name="send" size=${16} />Run</button>
    </div>
  </form>`;
}

const nameParts = ({ command, group, subcommand }: FlatCommand): object => ({
  name: command.name,
  application_id: command.application_id,
  ...(group ? { group } : {}),
  ...(subcommand ? { subcommand } : {}),
});

/** Option types: https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-option-type */
const type = { integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10 } as const;

function readValues(
  options: readonly CommandOption[],
  values: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const option of options) {
    const value = values[option.name];
    if (value === undefined || value === '') continue;
    const isNumber = option.type === type.integer || option.type === type.number;
    read[option.name] = isNumber ? Number(value) : option.type === type.boolean ? value === 'true' : value;
  }
  return read;
}

interface FieldGiven {
  readonly option: CommandOption;
  readonly given: Given;
  readonly value: string;
  readonly body: object;
  readonly onValue: (value: string) => void;
}

function OptionField({ option, given, value, body, onValue }: FieldGiven): VNode {
  const choices = choicesOf(option, given.guild);
  const [offered, offer] = useState<readonly { name: string; value: string | number }[]>([]);
  const input = (event: Event & { currentTarget: HTMLInputElement | HTMLSelectElement }): void => {
    const typed = event.currentTarget.value;
    onValue(typed);
    if (option.autocomplete)
      void suggest({ ...body, focused: option.name, options: { ...readBody(body), [option.name]: typed } }).then(offer);
  };
  const isNumber = option.type === type.integer || option.type === type.number;
  return html`<label class="field">
    <span>${option.name}${option.required ? '' : html`<small>optional</small>`}<small>${option.description}</small></span>
    ${
      choices
        ? html`<select value=${value} required=${option.required ?? false} onChange=${input}>
            <option value="">${option.required ? 'Choose' : 'None'}</option>
            ${choices.map((choice) => html`<option key=${choice.value} value=${choice.value}>${choice.label}</option>`)}
          </select>`
        : html`<input type=${isNumber ? 'number' : 'text'} step=${option.type === type.number ? 'any' : null} value=${value} required=${option.required ?? false}
            list=${option.autocomplete ? `offered-${option.name}` : null} onInput=${input} />`
    }
    ${option.autocomplete && html`<datalist id=${`offered-${option.name}`}>${offered.map((one) => html`<option value=${one.value}>${one.name}</option>`)}</datalist>`}
  </label>`;
}

const readBody = (body: object): object =>
  'options' in body && typeof body.options === 'object' ? (body.options ?? {}) : {};

function choicesOf(option: CommandOption, guild: Guild): readonly { value: string; label: string }[] | null {
  if (option.choices && option.choices.length > 0)
    return option.choices.map(({ name, value }) => ({ value: String(value), label: name }));
  const people = (): { value: string; label: string }[] =>
    guild.members.map((member) => ({ value: member.user.id, label: nameOf(guild, member.user) }));
  const roles = (): { value: string; label: string }[] =>
    guild.roles.map((role) => ({ value: role.id, label: `@${role.name}` }));
  switch (option.type) {
    case type.boolean:
      return [
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ];
    case type.user:
      return people();
    case type.channel:
      return guild.channels
        .filter(isTextual)
        .map((channel) => ({ value: channel.id, label: `#${channel.name ?? ''}` }));
    case type.role:
      return roles();
    case type.mentionable:
      return [...people(), ...roles()];
    default:
      return null;
  }
}
