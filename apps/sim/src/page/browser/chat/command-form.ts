import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { html } from '../html.ts';
import { Icon } from '../icons.ts';
import { interact } from '../state/control.ts';
import type { Channel, CommandOption, Guild, User } from '../state/wire.ts';
import type { FlatCommand } from './commands.ts';
import { OptionField, optionType } from './option-field.ts';

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
      ) => html`<${OptionField} key=${option.name} option=${option} guild=${given.guild} value=${values[option.name] ?? ''} body=${body}
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

function readValues(
  options: readonly CommandOption[],
  values: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const option of options) {
    const value = values[option.name];
    if (value === undefined || value === '') continue;
    const isNumber = option.type === optionType.integer || option.type === optionType.number;
    read[option.name] = isNumber ? Number(value) : option.type === optionType.boolean ? value === 'true' : value;
  }
  return read;
}
