import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { html } from './html.ts';
import { Markdown } from './message/markdown.ts';
import { optionsOf } from './message/select.ts';
import { interact } from './state/control.ts';
import { guildOf } from './state/look.ts';
import { change, useApp } from './state/store.ts';
import type { Component } from './state/wire.ts';

/** Shows the form that an app opened. */
export function ModalDialog(): VNode | null {
  const open = useApp((state) => state.modal);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
  }, [open]);
  if (!open) return null;
  const close = (): void => change({ modal: null });
  const submit = (event: Event & { currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    const fields = readFields(new FormData(event.currentTarget), open.modal.components);
    close();
    void interact('submit', { interaction_id: open.interactionId, fields });
  };
  return html`<dialog class="modal" ref=${dialog} aria-labelledby="modal-title" onClose=${close}>
    <form method="dialog" onSubmit=${submit}>
      <h2 id="modal-title">${open.modal.title}</h2>
      ${open.modal.components.map(drawField)}
      <div class="form-end">
        <button type="button" class="button" onClick=${close}>Cancel</button>
        <button type="submit" class="button is-ink">Submit</button>
      </div>
    </form>
  </dialog>`;
}

/** An action row or a label holds one input, with text displays in between. */
function drawField(component: Component): VNode | null {
  if (component.type === 10) return html`<${Markdown} text=${component.content ?? ''} />`;
  const input = component.type === 18 ? component.component : component.components?.[0];
  if (!input) return null;
  return html`<label class="field" key=${input.custom_id}>
    <span>${component.label ?? input.label}${input.required === false && html`<small>optional</small>`}
      ${component.description && html`<small>${component.description}</small>`}
    </span>
    <${Input} input=${input} />
  </label>`;
}

function Input({ input }: { input: Component }): VNode {
  const guild = useApp(guildOf);
  const isRequired = input.required !== false;
  if (input.type !== 4) {
    return html`<select name=${input.custom_id} multiple=${(input.max_values ?? 1) > 1} required=${isRequired}>
      ${optionsOf(input, guild).map((option) => html`<option key=${option.value} value=${option.value} selected=${option.default ?? false}>${option.label}</option>`)}
    </select>`;
  }
  const shared = {
    name: input.custom_id,
    placeholder: input.placeholder ?? '',
    required: isRequired,
    minlength: input.min_length ?? null,
    maxlength: input.max_length ?? 4_000,
  };
  return input.style === 2
    ? html`<textarea rows="4" ...${shared}>${input.value ?? ''}</textarea>`
    : html`<input type="text" ...${shared} defaultValue=${input.value ?? ''} />`;
}

function readFields(data: FormData, components: readonly Component[]): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const component of components) {
    const input = component.type === 18 ? component.component : component.components?.[0];
    if (!input?.custom_id) continue;
    const values = data.getAll(input.custom_id).filter((value) => typeof value === 'string');
    fields[input.custom_id] = input.type === 4 ? (values[0] ?? '') : values;
  }
  return fields;
}
