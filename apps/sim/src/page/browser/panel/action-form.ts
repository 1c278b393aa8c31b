import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Action, ActionField, Subject } from '../../../actions.ts';
import { html } from '../html.ts';
import { Icon } from '../icons.ts';

interface Given {
  readonly action: Action;
  readonly subjects: readonly Subject[];
  readonly run: (body: object) => Promise<boolean>;
}

/** A form for any action that a world declares. An action without fields is just a button. */
export function ActionForm({ action, subjects, run }: Given): VNode {
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event & { currentTarget: HTMLFormElement }): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    await run(readBody(action.fields, new FormData(form)));
    setBusy(false);
  };
  if (action.fields.length === 0) {
    return html`<form onSubmit=${submit}><button type="submit" class="action-button" disabled=${isBusy}>${action.label}</button></form>`;
  }
  return html`<details class="action">
    <summary>${action.label}<${Icon} name="down" size=${16} /></summary>
    <form onSubmit=${submit}>
      ${action.fields.map((field) => html`<${Field} key=${field.name} field=${field} subjects=${subjects} />`)}
      ${action.hint && html`<p class="hint">${action.hint}</p>`}
      <button type="submit" class="button is-ink" disabled=${isBusy}>${action.label}</button>
    </form>
  </details>`;
}

function Field({ field, subjects }: { field: ActionField; subjects: readonly Subject[] }): VNode {
  const isRequired = !field.isOptional;
  const choices =
    field.kind === 'subject' ? subjects.map(({ id, name }) => ({ value: id, label: name })) : field.choices;
  if (field.kind === 'switch') {
    return html`<label class="switch"><input type="checkbox" name=${field.name} defaultChecked=${field.value === true} /><span>${field.label}</span></label>`;
  }
  return html`<label class="field">
    <span>${field.label}${field.isOptional && html`<small>optional</small>`}</span>
    ${
      choices
        ? html`<select name=${field.name} required=${isRequired}>
            ${field.isOptional && html`<option value="">As it is</option>`}
            ${choices.map(({ value, label }) => html`<option key=${value} value=${value} selected=${value === field.value}>${label}</option>`)}
          </select>`
        : field.kind === 'long'
          ? html`<textarea name=${field.name} rows="3" required=${isRequired}>${field.value ?? ''}</textarea>`
          : html`<input type=${field.kind === 'number' ? 'number' : 'text'} name=${field.name} required=${isRequired} step="any" defaultValue=${field.value ?? ''} />`
    }
  </label>`;
}

function readBody(fields: readonly ActionField[], data: FormData): object {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const value = data.get(field.name);
    if (field.kind === 'switch') body[field.name] = value !== null;
    else if (typeof value === 'string' && value !== '')
      body[field.name] = field.kind === 'number' ? Number(value) : value;
  }
  return body;
}
