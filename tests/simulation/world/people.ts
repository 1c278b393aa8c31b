import type { ServerState } from '@tally/discord/gateway';
import { allPermissions, permissionSet } from '@tally/discord/permissions';
import { lostMessages, sawMessage } from '@tally/pipeline/delivery';
import type { MemoryDatabase } from '../memory/database.ts';
import type { Dice } from './dice.ts';
import type { FakeDiscord, Standing } from './discord.ts';
import { channels, type Incident, SERVER } from './plan.ts';
import type { Process } from './process.ts';
import type { Owner, Scheduler } from './scheduler.ts';

/** Without the administrator bit, which includes all others. */
const all = allPermissions & ~permissionSet('Administrator');
const READ_HISTORY = permissionSet('ReadMessageHistory');
const MANAGE_HOOKS = permissionSet('ManageWebhooks');

interface Around {
  readonly dice: Dice;
  readonly scheduler: Scheduler;
  readonly outside: Owner;
  readonly database: MemoryDatabase;
  readonly discord: FakeDiscord;
  readonly deletedByPeople: Set<string>;
  /** How many of 1,000 messages the gateway does not report. */
  readonly unseen: number;
  readonly someone: () => Process | undefined;
  readonly failed: (error: unknown, who: string) => void;
}

/** Simulates people's actions in Discord, and the gateway's events about them. */
export class People {
  readonly #around: Around;

  constructor(around: Around) {
    this.#around = around;
    this.#setServer(all);
  }

  do({ name, key, forMs }: Incident): void {
    const { database, discord, scheduler, outside } = this.#around;
    const [message] = discord.standing(key);
    const allowLater = (): void =>
      void scheduler.after(forMs, outside, 'permissions given back', () =>
        this.#allow({ mayPost: true, mayReadHistory: true }),
      );
    switch (name) {
      case 'message deleted':
        if (message) this.#delete(message);
        return;
      case 'permission lost':
        this.#allow({ mayPost: false });
        return allowLater();
      case 'history lost':
        this.#allow({ mayReadHistory: false });
        return allowLater();
      case 'database dies':
        return database.crash();
      case 'webhooks forbidden':
        return this.#allow({ mayMakeHooks: false });
      case 'webhook deleted':
        discord.hooks.clear();
        discord.hooksDeleted += 1;
        return;
      case 'token refused':
        discord.refusesTokenUntilMs = scheduler.nowMs + forMs;
        return;
      case 'channel deleted':
        discord.goneChannels.add(channels[1] as string);
        return;
      default:
        name satisfies never;
    }
  }

  #allow(change: Partial<Pick<FakeDiscord, 'mayPost' | 'mayReadHistory' | 'mayMakeHooks'>>): void {
    const { discord, scheduler, outside, dice } = this.#around;
    Object.assign(discord, change);
    const { mayPost, mayReadHistory, mayMakeHooks } = discord;
    const lost = (mayReadHistory ? 0n : READ_HISTORY) | (mayMakeHooks ? 0n : MANAGE_HOOKS);
    scheduler.after(dice.pick([0, 1_000, 2_000]), outside, 'gateway tells of permissions', () =>
      this.#setServer(mayPost ? all & ~lost : 0n),
    );
  }

  #setServer(permissions: bigint): void {
    const role = { id: SERVER, permissions, isMentionable: true, name: 'all' };
    const places = channels.map((id) => [id, { id, kind: 'announcement', overwrites: [] }] as const);
    const known = {
      id: SERVER,
      ownerId: '1',
      botRoleIds: [],
      roles: new Map([[SERVER, role]]),
      channels: new Map(places),
    };
    this.#around.database.place('servers', SERVER, { id: SERVER, state: known as unknown as ServerState });
  }

  #delete(message: Standing): void {
    const { discord, deletedByPeople } = this.#around;
    discord.remove(message);
    deletedByPeople.add(message.id);
    this.#toldByGateway('gateway tells of a loss', (process) =>
      lostMessages(process.ctx, [{ messageId: message.id, channelId: message.channelId }]),
    );
  }

  /** Reports a new message to the bot, unless the gateway misses it. */
  see(message: Standing): void {
    const { dice, unseen } = this.#around;
    if (dice.draw(1_000) < unseen) return;
    const { id: messageId, channelId, nonce, webhookId, content } = message;
    this.#toldByGateway('gateway tells of a message', (process) =>
      sawMessage(process.ctx, { messageId, channelId, nonce, webhookId, content, embeds: [] }),
    );
  }

  #toldByGateway(name: string, hear: (process: Process) => Promise<unknown>): void {
    const { dice, scheduler, outside, someone, failed } = this.#around;
    scheduler.after(dice.pick([0, 100, 2_000]), outside, name, () => {
      const process = someone();
      if (process) hear(process).catch((error: unknown) => failed(error, 'gateway'));
    });
  }
}
