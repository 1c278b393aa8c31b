import type { VNode } from 'preact';
import { Avatar } from './avatar.ts';
import { classes, html } from './html.ts';
import { Icon } from './icons.ts';
import { discordOf, findUser, guildOf, nameOf, nameOfUser } from './state/look.ts';
import { useNow } from './state/now.ts';
import { change, useApp } from './state/store.ts';
import { showDate, showSeconds } from './state/time.ts';

export function Header(): VNode {
  const isConnected = useApp((state) => state.isConnected);
  const isAnyoneLive = useApp((state) =>
    Object.values(state.sim?.worlds ?? {}).some(
      (world) => world && 'panel' in world && world.panel?.subjects.some((subject) => subject.state === 'live'),
    ),
  );
  return html`<header class="header">
    <h1 class="brand"><i class=${classes('lamp', isAnyoneLive && 'is-live')}></i>Tally<small>Simulated world</small></h1>
    <${Acting} />
    <div class="header-end">
      ${!isConnected && html`<span class="chip is-warn" role="status">Reconnecting</span>`}
      <${Clock} />
    </div>
  </header>`;
}

/** Shows the acting person. Every click on the page counts as theirs. */
function Acting(): VNode | null {
  const guild = useApp(guildOf);
  const discord = useApp(discordOf);
  const userId = useApp((state) => state.userId);
  const user = userId ? findUser(discord, userId) : undefined;
  if (!discord) return null;
  const inside = (guild?.members ?? []).map((member) => member.user).filter((one) => !one.bot);
  const outside = discord.users.filter((one) => !one.bot && !inside.some((member) => member.id === one.id));
  const option = (one: (typeof inside)[number]): VNode =>
    html`<option key=${one.id} value=${one.id} selected=${one.id === userId}>${nameOf(guild, one)}${one.id === guild?.owner_id ? ' (owner)' : ''}</option>`;
  return html`<label class="acting">
    ${user && html`<${Avatar} user=${user} size=${24} />`}
    <span class="acting-label">You are</span>
    <select aria-label="Act as" onChange=${(event: Event & { currentTarget: HTMLSelectElement }) => change({ userId: event.currentTarget.value })}>
      <optgroup label=${guild ? `In ${guild.name}` : 'People'}>${inside.map(option)}</optgroup>
      ${outside.length > 0 && html`<optgroup label="Elsewhere">${outside.map((one) => html`<option key=${one.id} value=${one.id} selected=${one.id === userId}>${nameOfUser(one)}</option>`)}</optgroup>`}
    </select>
    <${Icon} name="down" size=${16} />
  </label>`;
}

function Clock(): VNode {
  const offset = useApp((state) => state.clockOffset);
  const now = useNow();
  const isMoved = Math.abs(offset) > 5_000;
  return html`<button type="button" class=${classes('clock', isMoved && 'is-moved')}
    title=${isMoved ? 'The clock was moved' : 'The simulated clock runs with yours'} onClick=${() => change({ tab: 'clock', pane: 'panel' })}>
    <${Icon} name="clock" size=${16} /><span class="hidden">Clock of the simulated world: </span>
    <span class="date">${showDate(now)}</span> <time>${showSeconds(now)}</time>
  </button>`;
}
