/** The actions of a server's owner on the bot, its permissions, channels, roles and people. */
import type { VNode } from 'preact';
import type { Action, ActionField } from '../../../actions.ts';
import { html } from '../html.ts';
import { Icon } from '../icons.ts';
import { act } from '../state/control.ts';
import { channelOf, discordOf, guildOf, isTextual, isThread, nameOfUser } from '../state/look.ts';
import { useApp } from '../state/store.ts';
import type { DiscordState, Guild } from '../state/wire.ts';
import { ActionForm } from './action-form.ts';
import { BotPermissions } from './bot-permissions.ts';

export function ServerControls(): VNode {
  const guild = useApp(guildOf);
  const discord = useApp(discordOf);
  if (!guild || !discord) return html`<p class="empty">Choose a server first.</p>`;
  return html`
    <h2 class="pane-title">${guild.name}<small>as its owner</small></h2>
    <${Bots} guild=${guild} discord=${discord} />
    <${OtherBots} />
    <${Channels} guild=${guild} />
    <${Roles} guild=${guild} />
    <${People} guild=${guild} discord=${discord} />
  `;
}

const addBot: Action = {
  name: 'add-bot',
  label: 'Add another bot',
  group: '',
  fields: [
    { name: 'username', label: 'Name', kind: 'text' },
    { name: 'user_id', label: 'User id', kind: 'text', isOptional: true },
  ],
};

function Bots({ guild, discord }: { guild: Guild; discord: DiscordState }): VNode {
  const ours = new Set(discord.applications.map((application) => application.bot));
  const others = guild.members.filter(({ user }) => user.bot && !ours.has(user.id));
  return html`<section aria-label="Apps"><h3 class="eyebrow">Apps</h3>
    ${discord.applications.map((application) => {
      const isIn = guild.bot_in.includes(application.id);
      const isConnected = discord.sessions.some(
        (session) => session.application_id === application.id && session.connected,
      );
      const body = { guild_id: guild.id, application_id: application.id };
      return html`<div class="card" key=${application.id}>
        <p class="card-title"><i class=${isConnected ? 'status is-online' : 'status is-offline'}></i><strong>${application.name}</strong>
          <small>${isConnected ? 'connected' : 'not connected'}</small>
          <button type="button" class=${isIn ? 'button is-danger' : 'button is-ink'} onClick=${() => act('discord', isIn ? 'kick-bot' : 'invite-bot', body)}>${isIn ? 'Remove' : 'Invite'}</button>
        </p>
        ${isIn && html`<${BotPermissions} guild=${guild} botId=${application.bot} />`}
      </div>`;
    })}
    ${others.map(
      ({ user }) => html`<div class="card" key=${user.id}>
        <p class="card-title"><strong>${nameOfUser(user)}</strong><small>another bot</small>
          <button type="button" class="button is-danger" onClick=${() => act('discord', 'leave', { guild_id: guild.id, user_id: user.id })}>Remove</button>
        </p>
      </div>`,
    )}
    <${ActionForm} action=${addBot} subjects=${[]} run=${(body: object) => act('discord', 'add-bot', { guild_id: guild.id, ...body })} />
  </section>`;
}

/** The names in `control/other-bots.ts`. */
const otherBots = [
  ['streamcord', 'Streamcord'],
  ['yagpdb', 'YAGPDB, a stream'],
  ['yagpdb-videos', 'YAGPDB, a video'],
  ['yagpdb-feed', 'YAGPDB, a feed (V2)'],
  ['mee6', 'MEE6'],
  ['red', 'Red'],
  ['monitorss', 'MonitoRSS'],
  ['gisellebot', 'GiselleBot, a webhook'],
  ['carl-bot', 'Carl-bot'],
] as const;

/** Shows other bots, which announce creators in the open channel. */
function OtherBots(): VNode {
  const channel = useApp(channelOf);
  const post: Action = {
    name: 'other-bot',
    label: 'Post as another bot',
    group: '',
    fields: [
      { name: 'bot', label: 'Bot', kind: 'choice', choices: otherBots.map(([value, label]) => ({ value, label })) },
      { name: 'who', label: 'Logins, or IDs of videos', kind: 'text', value: 'xqc' },
      { name: 'count', label: 'Posts', kind: 'number', value: 1 },
      { name: 'content', label: 'Words of the owner, with {link} and {name}', kind: 'long', isOptional: true },
      { name: 'is_v2', label: 'Components V2', kind: 'switch' },
    ],
    hint: `They appear in ${channel?.name === undefined ? 'the open channel' : `#${channel.name}`}.`,
  };
  const run = (body: object): Promise<boolean> => act('discord', 'other-bot', { channel_id: channel?.id, ...body });
  return html`<details class="card rows"><summary>Other bots <span class="mono">${otherBots.length}</span></summary>
    <${ActionForm} action=${post} subjects=${[]} run=${run} />
  </details>`;
}

function Channels({ guild }: { guild: Guild }): VNode {
  const categories = guild.channels.filter((channel) => channel.type === 4);
  const add: Action = {
    name: 'add-channel',
    label: 'Add a channel',
    group: '',
    fields: [
      { name: 'name', label: 'Name', kind: 'text' },
      {
        name: 'type',
        label: 'Type',
        kind: 'choice',
        choices: [
          { value: '0', label: 'Text' },
          { value: '5', label: 'Announcements' },
          { value: '2', label: 'Voice' },
          { value: '4', label: 'Category' },
        ],
      },
      {
        name: 'parent_id',
        label: 'Category',
        kind: 'choice',
        isOptional: true,
        choices: categories.map(({ id, name }) => ({ value: id, label: name ?? '' })),
      },
    ],
  };
  const run = (body: object): Promise<boolean> =>
    act('discord', 'add-channel', {
      guild_id: guild.id,
      ...body,
      ...('type' in body ? { type: Number(body.type) } : {}),
    });
  return html`<details class="card rows"><summary>Channels <span class="mono">${guild.channels.length}</span></summary>
    <ul>${guild.channels
      .filter((channel) => !isThread(channel))
      .map(
        (channel) => html`<li key=${channel.id}><span>${isTextual(channel) ? '#' : ''}${channel.name}</span>
        <${Remove} label=${`Delete the channel ${channel.name ?? ''}`} run=${() => act('discord', 'remove-channel', { channel_id: channel.id })} />
      </li>`,
      )}</ul>
    <${ActionForm} action=${add} subjects=${[]} run=${run} />
  </details>`;
}

function Roles({ guild }: { guild: Guild }): VNode {
  const add: Action = {
    name: 'add-role',
    label: 'Add a role',
    group: '',
    fields: [{ name: 'name', label: 'Name', kind: 'text' }],
  };
  const roles = guild.roles
    .filter((role) => role.id !== guild.id)
    .sort((left, right) => right.position - left.position);
  return html`<details class="card rows"><summary>Roles <span class="mono">${roles.length}</span></summary>
    <ul>${roles.map(
      (role) => html`<li key=${role.id}><span>${role.name}${role.managed && html`<small>of an app</small>`}</span>
        ${!role.managed && html`<${Remove} label=${`Delete the role ${role.name}`} run=${() => act('discord', 'remove-role', { guild_id: guild.id, role_id: role.id })} />`}
      </li>`,
    )}</ul>
    <${ActionForm} action=${add} subjects=${[]} run=${(body: object) => act('discord', 'add-role', { guild_id: guild.id, ...body })} />
  </details>`;
}

function People({ guild, discord }: { guild: Guild; discord: DiscordState }): VNode {
  const outside = discord.users.filter(
    (user) => !user.bot && !guild.members.some((member) => member.user.id === user.id),
  );
  const who: ActionField = {
    name: 'user_id',
    label: 'Person',
    kind: 'choice',
    choices: outside.map((user) => ({ value: user.id, label: nameOfUser(user) })),
  };
  const join: Action = { name: 'join', label: 'Let somebody join', group: '', fields: [who] };
  const add: Action = {
    name: 'add-user',
    label: 'Invent a person',
    group: '',
    fields: [
      { name: 'username', label: 'Name', kind: 'text' },
      { name: 'global_name', label: 'Shown as', kind: 'text', isOptional: true },
    ],
  };
  return html`<section aria-label="People"><h3 class="eyebrow">People</h3>
    ${outside.length > 0 && html`<${ActionForm} action=${join} subjects=${[]} run=${(body: object) => act('discord', 'join', { guild_id: guild.id, ...body })} />`}
    <${ActionForm} action=${add} subjects=${[]} run=${(body: object) => act('discord', 'add-user', body)} />
  </section>`;
}

const Remove = ({ label, run }: { label: string; run: () => Promise<boolean> }): VNode =>
  html`<button type="button" class="icon-button is-danger" aria-label=${label} title=${label} onClick=${run}><${Icon} name="trash" size=${16} /></button>`;
