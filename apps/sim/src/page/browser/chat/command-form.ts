import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { html } from '../html.ts';
import { Icon } from '../icons.ts';
import { interact } from '../state/control.ts';
import type { Channel, Guild, User } from '../state/wire.ts';
import type { FlatCommand } from './commands.ts';
import { OptionField } from './option-field.ts';
import { type Filled, readValues } from './typed-command.ts';

interface Given extends Filled {
  readonly channel: Channel;
  readonly guild: Guild;
  readonly user: User;
}

export function CommandForm({ close, ...given }: Given & { close: () => void }): VNode {
  const { command, channel, user } = given;
  const [values, set] = useState(given.values);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => firstField(form.current)?.focus(), []);
  const body = bodyOf({ command, values }, { channel, user });
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

/** Returns the first field without a value. */
const firstField = (form: HTMLFormElement | null): HTMLElement | null | undefined =>
  form?.querySelector<HTMLElement>('input:invalid, select:invalid') ??
  form?.querySelector<HTMLElement>('input, select, [type=submit]');

export const bodyOf = (
  { command, values }: Filled,
  { channel, user }: { readonly channel: Channel; readonly user: User },
): object => ({
  channel_id: channel.id,
  user_id: user.id,
  ...nameParts(command),
  options: readValues(command.options, values),
});

const nameParts = ({ command, group, subcommand }: FlatCommand): object => ({
  name: command.name,
  application_id: command.application_id,
  ...(group ? { group } : {}),
  ...(subcommand ? { subcommand } : {}),
});
