import type { VNode } from 'preact';
import type { Action } from '../../../actions.ts';
import { html } from '../html.ts';
import { Icon } from '../icons.ts';
import { addFault, moveClock, removeFaults, resetWorlds } from '../state/control.ts';
import { useNow } from '../state/now.ts';
import { useApp } from '../state/store.ts';
import { showDate, showDuration, showSeconds } from '../state/time.ts';
import { ActionForm } from './action-form.ts';

const steps = [
  { label: '+1 min', ms: 60_000 },
  { label: '+10 min', ms: 600_000 },
  { label: '+1 h', ms: 3_600_000 },
  { label: '+1 day', ms: 86_400_000 },
];

export function ClockAndFaults(): VNode {
  return html`<${ClockCard} /><${Faults} /><${Reset} />`;
}

function ClockCard(): VNode {
  const now = useNow();
  const offset = useApp((state) => state.clockOffset);
  const isMoved = Math.abs(offset) > 5_000;
  return html`<section class="card" aria-label="Clock">
    <p class="big-time">${showSeconds(now)}</p>
    <p class="muted">${showDate(now)}${isMoved ? `, ${showDuration(Math.abs(offset))} ${offset > 0 ? 'ahead of' : 'behind'} your clock` : ', the same as your clock'}</p>
    <div class="button-row">
      ${steps.map(({ label, ms }) => html`<button type="button" class="button" key=${label} onClick=${() => moveClock(ms)}>${label}</button>`)}
      <button type="button" class="button" disabled=${!isMoved} onClick=${() => moveClock(-offset)}>Now</button>
    </div>
  </section>`;
}

const kinds = [
  { value: 'rate-limit', label: 'Too many requests (429)' },
  { value: 'error', label: 'An error status' },
  { value: 'lost-reply', label: 'Work done, reply lost' },
  { value: 'stall', label: 'A stall, then the answer' },
  { value: 'outage', label: 'No answer at all' },
];

function Faults(): VNode {
  const faults = useApp((state) => state.sim?.faults ?? none);
  const worlds = useApp((state) => state.sim?.worlds);
  const action: Action = {
    name: 'fault',
    label: 'Add a fault',
    group: 'Faults',
    fields: [
      {
        name: 'world',
        label: 'World',
        kind: 'choice',
        choices: Object.keys(worlds ?? {})
          .filter((name) => name !== 'page')
          .map((name) => ({ value: name, label: name })),
      },
      { name: 'kind', label: 'Kind', kind: 'choice', choices: kinds },
      { name: 'percent', label: 'Share of calls, %', kind: 'number', value: 100 },
      { name: 'times', label: 'Times', kind: 'number', isOptional: true },
      { name: 'route', label: 'Calls, such as POST /channels/*/messages', kind: 'text', isOptional: true },
      { name: 'status', label: 'Status of an error', kind: 'number', isOptional: true },
      { name: 'retryAfter', label: 'Seconds until a retry is allowed', kind: 'number', isOptional: true },
      { name: 'ms', label: 'Milliseconds of a stall', kind: 'number', isOptional: true },
    ],
  };
  return html`<section aria-label="Faults">
    <h3 class="eyebrow">Faults</h3>
    ${
      faults.length === 0
        ? html`<p class="muted">Nothing fails. Every call is answered as it should be.</p>`
        : html`<ul class="faults">${faults.map(
            (fault) => html`<li key=${fault.id}>
              <span><strong>${fault.world}: ${fault.kind}</strong><small>${fault.percent} % of ${fault.route ?? 'all calls'}, struck ${fault.hits}${fault.times ? ` of ${fault.times}` : ''}</small></span>
              <button type="button" class="icon-button" aria-label=${`Remove ${fault.kind} from ${fault.world}`} onClick=${() => removeFaults(fault.id)}><${Icon} name="close" size=${16} /></button>
            </li>`,
          )}</ul>`
    }
    <${ActionForm} action=${action} subjects=${[]} run=${async (body: object) => (await addFault(body)) !== null} />
    ${faults.length > 0 && html`<button type="button" class="action-button" onClick=${() => removeFaults()}>Remove all faults</button>`}
  </section>`;
}

const none: readonly never[] = [];

const Reset = (): VNode => html`<section aria-label="Start again">
  <h3 class="eyebrow">Start again</h3>
  <p class="muted">Every world goes back to how it began: messages, streams, faults and the clock.</p>
  <button type="button" class="button is-danger" onClick=${() => resetWorlds()}><${Icon} name="trash" size=${15} />Reset every world</button>
</section>`;
