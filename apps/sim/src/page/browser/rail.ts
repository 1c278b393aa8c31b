import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Initials } from './avatar.ts';
import { html } from './html.ts';
import { allChannels, discordOf, isTextual } from './state/look.ts';
import { change, getState, useApp } from './state/store.ts';
import type { Guild } from './state/wire.ts';

export function Rail(): VNode {
  const discord = useApp(discordOf);
  const current = useApp((state) => state.guildId);
  const unread = useApp((state) => state.unread);
  return html`<nav class="rail" aria-label="Servers">
    <ul>
      ${(discord?.guilds ?? []).map(
        (guild) => html`<li key=${guild.id}>
          <button type="button" aria-current=${guild.id === current ? 'page' : null} title=${guild.name} onClick=${() => openGuild(guild)}>
            <${GuildIcon} guild=${guild} /><span class="hidden">${guild.name}</span>
            ${guild.id !== current && allChannels(guild).some((channel) => unread.has(channel.id)) && html`<i class="unread"><span class="hidden">, new messages</span></i>`}
          </button>
        </li>`,
      )}
    </ul>
  </nav>`;
}

function GuildIcon({ guild }: { guild: Guild }): VNode {
  const [isBroken, setBroken] = useState(false);
  if (!guild.icon || isBroken) return html`<${Initials} name=${guild.name} size=${44} isSquare />`;
  return html`<img class="guild-icon" src=${`/discord/cdn/icons/${guild.id}/${guild.icon}.png`} alt="" width="44" height="44" onError=${() => setBroken(true)} />`;
}

function openGuild(guild: Guild): void {
  const { unread } = getState();
  const channels = guild.channels.filter(isTextual);
  const channel = channels.find((one) => unread.has(one.id)) ?? channels[0];
  change({ guildId: guild.id, channelId: channel?.id ?? null, replyTo: null, pane: 'channels' });
}
