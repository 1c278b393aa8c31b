import type { VNode } from 'preact';
import type { Action, Panel, Subject } from '../../../actions.ts';
import { Initials } from '../avatar.ts';
import { classes, html } from '../html.ts';
import { act } from '../state/control.ts';
import { isNear } from '../state/look.ts';
import { useNow } from '../state/now.ts';
import { change, useApp } from '../state/store.ts';
import { showDuration } from '../state/time.ts';
import { ActionForm } from './action-form.ts';

/** The platforms, drawn from each world's own description. */

export function Worlds(): VNode {
  const worlds = useApp((state) => state.sim?.worlds);
  const current = useApp((state) => state.world);
  const panels = Object.entries(worlds ?? {})
    .flatMap(([name, world]): [string, Panel][] =>
      world && 'panel' in world && world.panel ? [[name, world.panel]] : [],
    )
    // Platforms with creators come first, then payments and votes.
    .sort(([, one], [, other]) => Number(isPlatform(other)) - Number(isPlatform(one)));
  const [name, panel] = panels.find(([one]) => one === current) ?? panels[0] ?? [];
  if (!name || !panel) return html`<p class="empty">No platform is simulated here.</p>`;
  return html`
    <div class="chips" role="group" aria-label="Platforms">
      ${panels.map(
        ([
          one,
          each,
        ]) => html`<button type="button" key=${one} class="platform" aria-pressed=${one === name} onClick=${() => change({ world: one })}>
          <i class=${`glyph glyph-${each.mark}`}></i>${each.title}${isPlatform(each) && html`<span class="mono">${countLive(each)}/${each.subjects.length}</span>`}
        </button>`,
      )}
    </div>
    <${SignalPathView} />
    <ul class="subjects">${panel.subjects.map((subject) => html`<${SubjectRow} key=${subject.id} world=${name} panel=${panel} subject=${subject} />`)}</ul>
    <${Actions} world=${name} panel=${panel} />
    <dl class="facts">${panel.facts.map(
      (fact) =>
        html`<div key=${fact.label} class=${classes(fact.isOdd && 'is-odd')}><dt>${fact.label}</dt><dd>${fact.value}</dd></div>`,
    )}</dl>
  `;
}

const isPlatform = ({ subjects }: Panel): boolean => subjects.length > 0;
const countLive = ({ subjects }: Panel): number => subjects.filter(({ state }) => state === 'live').length;

function SubjectRow({ world, panel, subject }: { world: string; panel: Panel; subject: Subject }): VNode {
  const isLive = subject.state === 'live';
  return html`<li class=${classes('subject', `is-${subject.state}`)}>
    <span class="subject-face">
      ${subject.picture && isNear(subject.picture) ? html`<img class="avatar" src=${subject.picture} alt="" width="36" height="36" loading="lazy" />` : html`<${Initials} name=${subject.name} size=${36} />`}
    </span>
    <span class="subject-text">
      <strong>${subject.name}${isLive && html`<span class="live-word">Live</span>`}</strong>
      <small title=${subject.line}>${isLive && subject.since && html`<${Uptime} since=${subject.since} />`}${subject.line}</small>
    </span>
    <span class="subject-quick">${subject.quick.map(
      (
        quick,
        index,
      ) => html`<button type="button" key=${quick.label} class=${classes('button', index === subject.quick.length - 1 && !isLive && subject.state === 'off' && 'is-ink')}
        aria-label=${`${subject.name}: ${quick.label} on ${panel.title}`} onClick=${() => act(world, quick.action, quick.body)}>${quick.label}</button>`,
    )}</span>
  </li>`;
}

function Uptime({ since }: { since: string }): VNode {
  const now = useNow();
  return html`<time class="uptime">${showDuration(now.getTime() - Date.parse(since))}</time>`;
}

function Actions({ world, panel }: { world: string; panel: Panel }): VNode {
  const groups = Map.groupBy(panel.actions, (action: Action) => action.group);
  return html`<div class="groups">${[...groups].map(
    ([group, actions]) => html`<section key=${group} aria-label=${group}>
      <h3 class="eyebrow">${group}</h3>
      ${actions.map((action) => html`<${ActionForm} key=${`${world}.${action.name}`} action=${action} subjects=${panel.subjects} run=${(body: object) => act(world, action.name, body)} />`)}
    </section>`,
  )}</div>`;
}

/** Shows the path of the last go-live from the platform into the chat, with real times. */
function SignalPathView(): VNode {
  const path = useApp((state) => state.path);
  const nodes = path?.nodes ?? [
    { label: 'On air', at: null },
    { label: 'Pushed', at: null },
    { label: 'Posted', at: null },
  ];
  const start = nodes[0]?.at ?? null;
  return html`<figure class=${classes('signal', !path && 'is-idle')}>
    <figcaption>${path ? html`<strong>${path.name}</strong> ${path.what}` : 'Let a creator go live and watch the message arrive.'}</figcaption>
    <ol>${nodes.map(
      (
        node,
        index,
      ) => html`<li key=${node.label} class=${classes(node.at !== null && 'is-reached', node.isBroken && 'is-broken')}>
        <span class="signal-label">${node.label}</span>
        <span class="mono">${!path ? '' : node.at === null || start === null ? 'waiting' : node.isBroken ? 'failed' : index === 0 ? '0.00 s' : `+${((node.at - start) / 1_000).toFixed(2)} s`}</span>
      </li>`,
    )}</ol>
  </figure>`;
}
