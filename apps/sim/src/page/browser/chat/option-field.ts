import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { html } from '../html.ts';
import { suggest } from '../state/control.ts';
import type { CommandOption, Guild } from '../state/wire.ts';
import { choicesOf, type Entry, isNumber, optionType } from './option-choices.ts';

interface Field {
  readonly option: CommandOption;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** Shows one option of a command: a choice, a free field, or one with autocomplete. */
export function OptionField(given: Field & { guild: Guild; body: object }): VNode {
  const { option, guild } = given;
  const choices = choicesOf(option, guild);
  return html`<label class="field">
    <span>${option.name}${option.required ? '' : html`<small>optional</small>`}<small>${option.description}</small></span>
    ${
      choices
        ? html`<${Choice} ...${given} choices=${choices} />`
        : option.autocomplete
          ? html`<${Proposing} ...${given} />`
          : html`<${Free} ...${given} />`
    }
  </label>`;
}

function Choice({ option, value, onValue, choices }: Field & { choices: readonly Entry[] }): VNode {
  const pick = (event: Event & { currentTarget: HTMLSelectElement }): void => onValue(event.currentTarget.value);
  return html`<select value=${value} required=${option.required ?? false} onChange=${pick}>
    <option value="">${option.required ? 'Choose' : 'None'}</option>
    ${choices.map((choice) => html`<option key=${choice.value} value=${choice.value}>${choice.label}</option>`)}
  </select>`;
}

/** The field refuses values that the command does not accept. */
const limitsOf = (option: CommandOption): object => ({
  type: isNumber(option) ? 'number' : 'text',
  step: option.type === optionType.number ? 'any' : null,
  min: option.min_value ?? null,
  max: option.max_value ?? null,
  minlength: option.min_length ?? null,
  maxlength: option.max_length ?? null,
  required: option.required ?? false,
});

function Free({ option, value, onValue }: Field): VNode {
  const input = (event: Event & { currentTarget: HTMLInputElement }): void => onValue(event.currentTarget.value);
  return html`<input ...${limitsOf(option)} value=${value} onInput=${input} />`;
}

interface Proposal {
  readonly name: string;
  readonly value: string | number;
}

/** A picked choice shows its name and sends its value. Typed text is sent unchanged, as in Discord's own client. */
function Proposing({ option, value, onValue, body }: Field & { body: object }): VNode {
  const [shown, show] = useState<Proposal | null>(null);
  const [offered, offer] = useState<readonly Proposal[]>([]);
  const [marked, mark] = useState(0);
  const ask = (typed: string): void => {
    mark(0);
    void suggest({ ...body, focused: option.name, options: { ...optionsIn(body), [option.name]: typed } }).then(offer);
  };
  const input = (event: Event & { currentTarget: HTMLInputElement }): void => {
    show(null);
    onValue(event.currentTarget.value);
    ask(event.currentTarget.value);
  };
  const pick = (proposal: Proposal): void => {
    show(proposal);
    onValue(String(proposal.value));
    offer([]);
  };
  const key = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: offered.length - 1 }[event.key];
    const proposal = offered[marked];
    if (step !== undefined && offered.length > 0) mark((marked + step) % offered.length);
    else if (event.key === 'Enter' && proposal) pick(proposal);
    else return;
    event.preventDefault();
  };
  const list = `offered-${option.name}`;
  return html`<span class="proposing">
    <input ...${{ ...limitsOf(option), type: 'text', min: null, max: null }} value=${shown?.name ?? value} role="combobox" autocomplete="off"
      aria-expanded=${offered.length > 0} aria-controls=${list} aria-activedescendant=${offered[marked] ? `${list}-${marked}` : null}
      onInput=${input} onKeyDown=${key} onFocus=${() => shown === null && ask(value)} onBlur=${() => offer([])} />
    ${
      offered.length > 0 &&
      html`<ul class="proposals" id=${list} role="listbox" aria-label=${`Proposals for ${option.name}`}>
        ${offered.map(
          (
            proposal,
            index,
          ) => html`<li key=${String(proposal.value)} id=${`${list}-${index}`} role="option" aria-selected=${index === marked}
            onMouseDown=${(event: Event) => (event.preventDefault(), pick(proposal))}>${proposal.name}</li>`,
        )}
      </ul>`
    }
  </span>`;
}

const optionsIn = (body: object): object =>
  'options' in body && typeof body.options === 'object' ? (body.options ?? {}) : {};
