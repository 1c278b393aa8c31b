import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { html } from '../html.ts';
import { act, refreshState } from '../state/control.ts';
import { channelOf } from '../state/look.ts';
import { useApp } from '../state/store.ts';
import type { Channel, Guild, Role } from '../state/wire.ts';

/** Bits that decide whether a notification arrives: https://docs.discord.com/developers/topics/permissions */
const bits: readonly { bit: bigint; label: string; isOfChannel: boolean }[] = [
  { bit: 3n, label: 'Administrator', isOfChannel: false },
  { bit: 10n, label: 'View channels', isOfChannel: true },
  { bit: 11n, label: 'Send messages', isOfChannel: true },
  { bit: 14n, label: 'Embed links', isOfChannel: true },
  { bit: 15n, label: 'Attach files', isOfChannel: true },
  { bit: 16n, label: 'Read message history', isOfChannel: true },
  { bit: 6n, label: 'Add reactions', isOfChannel: true },
  { bit: 17n, label: 'Mention everyone', isOfChannel: true },
  { bit: 13n, label: 'Manage messages', isOfChannel: true },
  { bit: 29n, label: 'Manage webhooks', isOfChannel: true },
  { bit: 35n, label: 'Create public threads', isOfChannel: true },
  { bit: 28n, label: 'Manage roles', isOfChannel: false },
  { bit: 4n, label: 'Manage channels', isOfChannel: false },
  { bit: 43n, label: 'Create expressions', isOfChannel: false },
];

/** Takes a permission from the bot, in the server or only in the open channel, and restores it. */
export function BotPermissions({ guild, botId }: { guild: Guild; botId: string }): VNode {
  const role = guild.roles.find((one) => one.tags?.bot_id === botId);
  const channel = useApp(channelOf);
  if (!role) return html`<p class="muted">This app has no role of its own here.</p>`;
  return html`
    <details class="permissions"><summary>Permissions in the server</summary>
      <${Switches} list=${bits} isOn=${(bit: bigint) => has(role.permissions, bit)} set=${(bit: bigint, isOn: boolean) => setInServer({ guild, role, bit, isOn })} />
    </details>
    ${
      channel?.permission_overwrites &&
      html`<details class="permissions"><summary>Forbidden in #${channel.name}</summary>
        <${Switches} list=${bits.filter((one) => one.isOfChannel)} isOn=${(bit: bigint) => isDenied(channel, role, bit)}
          set=${(bit: bigint, isOn: boolean) => denyInChannel({ channel, role, bit, isOn })} />
      </details>`
    }
  `;
}

interface SwitchesGiven {
  readonly list: typeof bits;
  readonly isOn: (bit: bigint) => boolean;
  readonly set: (bit: bigint, isOn: boolean) => Promise<void>;
}

/** Allows one change at a time. Each is visible immediately, and the next one starts from the world's new state. */
function Switches({ list, isOn, set }: SwitchesGiven): VNode {
  const [sent, setSent] = useState<{ bit: bigint; isOn: boolean } | null>(null);
  const send = async (bit: bigint, wanted: boolean) => {
    setSent({ bit, isOn: wanted });
    await set(bit, wanted);
    setSent(null);
  };
  return html`<div class="switches">${list.map(
    ({ bit, label }) => html`<label class="switch" key=${label}>
    <input type="checkbox" role="switch" checked=${sent?.bit === bit ? sent.isOn : isOn(bit)}
      aria-disabled=${sent !== null} onClick=${(event: Event) => sent && event.preventDefault()}
      onChange=${(event: Event & { currentTarget: HTMLInputElement }) => void send(bit, event.currentTarget.checked)} /><span>${label}</span>
  </label>`,
  )}</div>`;
}

const has = (permissions: string, bit: bigint): boolean => (BigInt(permissions) & (1n << bit)) !== 0n;

const withBit = (permissions: string, bit: bigint, isOn: boolean): string =>
  (isOn ? BigInt(permissions) | (1n << bit) : BigInt(permissions) & ~(1n << bit)).toString();

const isDenied = (channel: Channel, role: Role, bit: bigint): boolean =>
  has(channel.permission_overwrites?.find((one) => one.id === role.id)?.deny ?? '0', bit);

async function changeAndRead(action: string, body: object): Promise<void> {
  await act('discord', action, body);
  await refreshState();
}

const setInServer = (options: { guild: Guild; role: Role; bit: bigint; isOn: boolean }): Promise<void> => {
  const { guild, role, bit, isOn } = options;
  return changeAndRead('change-role', {
    guild_id: guild.id,
    role_id: role.id,
    permissions: withBit(role.permissions, bit, isOn),
  });
};

const denyInChannel = (options: { channel: Channel; role: Role; bit: bigint; isOn: boolean }): Promise<void> => {
  const { channel, ...change } = options;
  const permission_overwrites = overwritesAfter(channel.permission_overwrites ?? [], change);
  return changeAndRead('change-channel', { channel_id: channel.id, permission_overwrites });
};

type Overwrites = NonNullable<Channel['permission_overwrites']>;

/**
 * Returns a channel's overwrites after a permission is denied or allowed to the bot's role there. If the channel denies
 * it to others, the bot has an explicit allow, which is restored.
 */
export function overwritesAfter(
  overwrites: Overwrites,
  { role, bit, isOn }: { role: Pick<Role, 'id'>; bit: bigint; isOn: boolean },
): Overwrites {
  const others = overwrites.filter((one) => one.id !== role.id);
  const own = overwrites.find((one) => one.id === role.id) ?? { id: role.id, type: 0, allow: '0', deny: '0' };
  const isLetIn = !isOn && others.some((one) => has(one.deny, bit));
  const deny = withBit(own.deny, bit, isOn);
  const allow = isOn || isLetIn ? withBit(own.allow, bit, isLetIn) : own.allow;
  return BigInt(allow) === 0n && BigInt(deny) === 0n ? others : [...others, { ...own, allow, deny }];
}
