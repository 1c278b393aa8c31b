import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Avatar } from './avatar.ts';
import { classes, html } from './html.ts';
import { Icon } from './icons.ts';
import { act, bringSomebody } from './state/control.ts';
import { colourOf, discordOf, findUser, guildOf, nameOf, rolesOf } from './state/look.ts';
import { change, useApp } from './state/store.ts';
import type { DiscordState, Guild, Member, RoleConnection } from './state/wire.ts';

export function Members(): VNode {
  const guild = useApp(guildOf);
  const discord = useApp(discordOf);
  const [open, show] = useState<string | null>(null);
  if (!guild || !discord) return html`<aside class="members" aria-label="Members"></aside>`;
  return html`<aside class="members" aria-label=${`Members of ${guild.name}`}>
    ${groupMembers(guild, discord).map(
      ({ title, list }) => html`<section key=${title}>
        <h3 class="eyebrow">${title} <span>${list.length}</span></h3>
        <ul>${list.map(
          (member) => html`<li key=${member.user.id}>
            <${Row} guild=${guild} member=${member} isOpen=${open === member.user.id}
              toggle=${() => show(open === member.user.id ? null : member.user.id)} />
          </li>`,
        )}</ul>
      </section>`,
    )}
    <div class="newcomers">
      <button type="button" class="button" onClick=${() => bringSomebody(guild.id, false)}>Somebody joins</button>
      <button type="button" class="button" onClick=${() => bringSomebody(guild.id, true)}>Somebody joins and has rules to accept</button>
    </div>
  </aside>`;
}

/** Groups members by the highest separately displayed role, then other online members, then offline members. */
function groupMembers(guild: Guild, discord: DiscordState): readonly { title: string; list: readonly Member[] }[] {
  const groups = new Map<string, Member[]>();
  const hoisted = guild.roles.filter((role) => role.hoist).sort((left, right) => right.position - left.position);
  for (const title of [...hoisted.map((role) => role.name), 'Online', 'Offline']) groups.set(title, []);
  for (const member of guild.members) {
    const status = findUser(discord, member.user.id)?.status ?? 'online';
    const role = rolesOf(guild, member).find((one) => one.hoist);
    groups.get(status === 'offline' ? 'Offline' : (role?.name ?? 'Online'))?.push(member);
  }
  return [...groups].map(([title, list]) => ({ title, list })).filter(({ list }) => list.length > 0);
}

function Row({
  guild,
  member,
  isOpen,
  toggle,
}: {
  guild: Guild;
  member: Member;
  isOpen: boolean;
  toggle: () => void;
}): VNode {
  const { user } = member;
  const known = useApp((state) => findUser(discordOf(state), user.id));
  const isMe = useApp((state) => state.userId === user.id);
  const colour = colourOf(guild, user.id);
  const status = known?.status ?? 'online';
  const streaming = known?.activities?.find((activity) => activity.type === 1);
  return html`<button type="button" class=${classes('member', isMe && 'is-me', status === 'offline' && 'is-away')} aria-expanded=${isOpen} onClick=${toggle}>
      <span class=${classes('member-face', streaming && 'is-live')}><${Avatar} user=${user} size=${30} /><i class=${`status is-${status}`}></i></span>
      <span class="member-name">
        <span>${colour && html`<i class="dot" style=${{ backgroundColor: colour }}></i>`}${nameOf(guild, user)}</span>
        ${streaming && html`<small class="live-word">Live</small>`}
        ${member.pending && html`<small class="muted">Has not accepted the rules</small>`}
      </span>
      ${user.bot && html`<span class="tag">App</span>`}
      ${user.id === guild.owner_id && html`<span class="owner" title="Owner"><${Icon} name="crown" size=${15} /><span class="hidden">Owner</span></span>`}
      <span class="hidden">, ${status}</span>
    </button>
    ${isOpen && html`<${Card} guild=${guild} member=${member} activities=${known?.activities ?? []} status=${status} connections=${known?.role_connections ?? []} />`}`;
}

const statuses = ['online', 'idle', 'dnd', 'offline'];

function Card({
  guild,
  member,
  activities,
  status,
  connections,
}: {
  guild: Guild;
  member: Member;
  activities: readonly { readonly type: number; readonly state?: string }[];
  status: string;
  connections: readonly RoleConnection[];
}): VNode {
  const { user } = member;
  const isStreaming = activities.some((activity) => activity.type === 1);
  const said = activities.find((activity) => activity.type === 4)?.state ?? '';
  const others = (type: number) => activities.filter((activity) => activity.type !== type);
  const show = (next: readonly object[]): void => {
    void act('discord', 'presence', { user_id: user.id, activities: next });
  };
  const stream = (): void => {
    const activity = {
      type: 1,
      name: 'Twitch',
      url: `https://www.twitch.tv/${user.username}`,
      details: 'Streaming something',
    };
    show(isStreaming ? others(1) : [...others(1), activity]);
  };
  return html`<div class="member-card">
    ${!user.bot && html`<button type="button" class="button is-ink" onClick=${() => change({ userId: user.id, pane: 'chat' })}>Act as this person</button>`}
    ${
      member.pending &&
      html`<button type="button" class="button is-ink" onClick=${() => act('discord', 'member', { guild_id: guild.id, user_id: user.id, pending: false })}>Accept the rules</button>`
    }
    <label class="field"><span>Presence</span>
      <select value=${status} onChange=${(event: Event & { currentTarget: HTMLSelectElement }) => act('discord', 'presence', { user_id: user.id, status: event.currentTarget.value })}>
        ${statuses.map((one) => html`<option key=${one} value=${one}>${one === 'dnd' ? 'do not disturb' : one}</option>`)}
      </select>
    </label>
    ${!user.bot && html`<${Says} key=${said} said=${said} say=${(state: string) => show([...others(4), ...(state ? [{ type: 4, name: 'Custom Status', state }] : [])])} />`}
    ${!user.bot && html`<button type="button" class="button" onClick=${stream}>${isStreaming ? 'Stop streaming' : 'Stream on Twitch'}</button>`}
    <${Roles} guild=${guild} member=${member} />
    ${connections.map((connection, place) => html`<${Told} key=${place} connection=${connection} />`)}
    ${
      user.id !== guild.owner_id &&
      html`<button type="button" class="button is-danger" onClick=${() => act('discord', 'leave', { guild_id: guild.id, user_id: user.id })}>
        <${Icon} name="out" size=${15} />Leave the server
      </button>`
    }
  </div>`;
}

/** Edits a person's custom status. An empty text clears it. */
function Says({ said, say }: { said: string; say: (text: string) => void }): VNode {
  const send = (event: Event & { currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('status');
    if (field instanceof HTMLInputElement) say(field.value.trim());
  };
  return html`<form class="field" onSubmit=${send}>
    <label><span>Custom status</span><input name="status" value=${said} maxlength="128" placeholder="None" /></label>
    <button type="submit" class="button">Set status</button>
  </form>`;
}

/** Shows Discord's data about a person for linked roles. */
function Told({ connection }: { connection: RoleConnection }): VNode {
  const { platform_name, platform_username, metadata } = connection;
  return html`<details class="roles"><summary>Linked roles</summary>
    <dl class="facts">
      <div><dt>${platform_name || 'An app'}</dt><dd>${platform_username || 'No name'}</dd></div>
      ${Object.entries(metadata).map(([key, value]) => html`<div key=${key}><dt>${key}</dt><dd>${value}</dd></div>`)}
    </dl>
  </details>`;
}

function Roles({ guild, member }: { guild: Guild; member: Member }): VNode | null {
  const roles = guild.roles
    .filter((role) => role.id !== guild.id && !role.managed)
    .sort((left, right) => right.position - left.position);
  if (roles.length === 0) return null;
  const toggle = (id: string): void => {
    const next = member.roles.includes(id) ? member.roles.filter((one) => one !== id) : [...member.roles, id];
    void act('discord', 'member', { guild_id: guild.id, user_id: member.user.id, roles: next });
  };
  return html`<details class="roles"><summary>Roles</summary>
    ${roles.map(
      (role) =>
        html`<label key=${role.id}><input type="checkbox" checked=${member.roles.includes(role.id)} onChange=${() => toggle(role.id)} />${role.name}</label>`,
    )}
  </details>`;
}
