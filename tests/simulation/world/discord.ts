import type { ChannelId, MessageId } from '@tally/contract';
import { type Discord, isTooLate, type Message } from '@tally/discord/rest';
import { firstIdAt, UpstreamError } from '@tally/kernel';
import type { MessagePayload } from '@tally/message/discord';
import type { Truths } from '../truths/on-the-way.ts';
import type { Dice } from './dice.ts';
import type { Process } from './process.ts';
import type { Scheduler } from './scheduler.ts';
import type { Weather } from './weather.ts';

export interface Standing {
  readonly id: MessageId;
  readonly channelId: ChannelId;
  readonly nonce: string | null;
  readonly webhookId: string | null;
  readonly postedAt: Date;
  content: string;
  isGone: boolean;
  isPublished: boolean;
  editedMs: number[];
}

/** A call in flight. The first word of a message identifies its row. */
export interface Leaving {
  readonly call: string;
  readonly key: string | null;
  readonly content?: string | undefined;
  readonly mentions?: readonly string[] | undefined;
  readonly nonce?: string | undefined;
  readonly hookId?: string | undefined;
}

export interface DiscordOptions {
  readonly dice: Dice;
  readonly weather: Weather;
  readonly scheduler: Scheduler;
  readonly truths: () => Pick<Truths, 'leaves' | 'limited' | 'denied' | 'hookIsGone'>;
  /** Called when a message crashes its sender. */
  readonly crash: (process: Process) => void;
  readonly seen: (message: Standing) => void;
  /** Returns true if this fault happens now. */
  readonly fails: (perThousand: number, what: string, where: () => string) => boolean;
  readonly tell: (line: string) => void;
  readonly applicationId: string;
}

const gone = (code: number, message: string) =>
  new UpstreamError({ world: 'discord', kind: 'gone', message, status: 404, upstreamCode: code });
const denied = () =>
  new UpstreamError({ world: 'discord', kind: 'denied', message: 'no permission', status: 403, upstreamCode: 50013 });
const down = (message: string) => new UpstreamError({ world: 'discord', kind: 'down', message });
const limited = (retryAfterMs: number, upstreamCode?: number) =>
  new UpstreamError({
    world: 'discord',
    kind: 'limited',
    message: 'slow down',
    status: 429,
    retryAfterMs,
    upstreamCode,
  });
const unauthorized = () => new UpstreamError({ world: 'discord', kind: 'denied', message: 'no token', status: 401 });
const UNKNOWN_WEBHOOK = 10_015;
const EDITS_OF_OLD_MESSAGES = 30_046;
const EDITS_OF_PUBLISHED_MESSAGES = 20_022;
const EDITS_PER_HOUR = 3;
const HOUR_MS = 3_600_000;

/** Simulates Discord's state and answers for the calls of the tested path. */
export class FakeDiscord {
  readonly #options: DiscordOptions;
  readonly messages: Standing[] = [];
  readonly goneChannels = new Set<string>();
  readonly hooks = new Map<string, ChannelId>();
  mayPost = true;
  /** If false, the history of a channel is empty. */
  mayReadHistory = true;
  mayMakeHooks = true;
  refusesTokenUntilMs = 0;
  /** How often people deleted the webhooks. */
  hooksDeleted = 0;
  readonly #underWay = new Map<string, number>();
  #made = 0;

  constructor(options: DiscordOptions) {
    this.#options = options;
  }

  standing(key: string): Standing[] {
    return this.messages.filter((each) => !each.isGone && keyOf(each.content) === key);
  }

  remove(message: Standing): void {
    message.isGone = true;
  }

  /** Returns how many calls of this process are in flight. */
  openCalls(name: string): number {
    return this.#underWay.get(name) ?? 0;
  }

  /** Returns the Discord client of one process. */
  open(owner: Process, room: number): Discord {
    const call = <T>(leaving: Leaving, effect: () => T): Promise<T> => this.#call(owner, leaving, effect);
    const asBot = <T>(leaving: Leaving, effect: () => T): Promise<T> =>
      call(leaving, () => {
        if (this.#options.scheduler.nowMs < this.refusesTokenUntilMs) throw unauthorized();
        return effect();
      });
    const about = (name: string, payload: MessagePayload): Leaving => {
      const content = payload.content ?? '';
      return { call: name, key: keyOf(content), content, mentions: payload.allowed_mentions.parse };
    };
    const aboutMessage = (name: string, messageId: MessageId): Leaving => {
      const known = this.messages.find(({ id }) => id === messageId);
      return { call: name, key: known ? keyOf(known.content) : null };
    };
    const plain = (name: string): Leaving => ({ call: name, key: null });
    const lane = { share: { pace: room }, pacer: { turn: async () => () => undefined, overdrawn() {}, waiting: 0 } };
    const me = { id: this.#options.applicationId, username: 'Tally', displayName: null, avatar: null };
    type OfHook = { webhook: { id: string }; messageId: MessageId; payload: MessagePayload };
    type OfBot = { channelId: ChannelId; messageId: MessageId; payload: MessagePayload; nonce?: string };
    return {
      lanes: { bot: lane, webhook: lane },
      bot: { me: () => asBot(plain('bot.me'), () => me) },
      messages: {
        create: ({ channelId, payload, nonce }: OfBot) =>
          asBot({ ...about('create', payload), nonce }, () =>
            this.#create({ channelId, payload, nonce: nonce ?? null }),
          ),
        edit: ({ messageId, payload }: OfBot) => asBot(about('edit', payload), () => this.#edit(messageId, payload)),
        delete: ({ messageId }: OfBot) => asBot(aboutMessage('delete', messageId), () => this.#delete(messageId)),
        list: (which: { channelId: ChannelId; after?: MessageId; limit?: number }) =>
          asBot(plain('list'), () => this.#list(which)),
        publish: ({ messageId }: OfBot) => asBot(plain('publish'), () => this.#publish(messageId)),
        openThread: ({ messageId }: OfBot) => asBot(plain('thread'), () => void this.#find(messageId)),
      },
      webhooks: {
        create: ({ channelId }: OfBot) => asBot(plain('hook'), () => this.#makeHook(channelId)),
        execute: ({ webhook, payload }: OfHook) =>
          call({ ...about('execute', payload), hookId: webhook.id }, () => this.#execute(webhook.id, payload)),
        edit: ({ webhook, messageId, payload }: OfHook) =>
          call({ ...about('edit', payload), hookId: webhook.id }, () => {
            this.#hook(webhook.id);
            return this.#edit(messageId, payload, true);
          }),
        deleteMessage: ({ webhook, messageId }: OfHook) =>
          call(aboutMessage('delete', messageId), () => {
            this.#hook(webhook.id);
            return this.#delete(messageId, true);
          }),
      },
    } as unknown as Discord;
  }

  async #call<T>(owner: Process, leaving: Leaving, effect: () => T): Promise<T> {
    if (isTooLate()) throw limited(0);
    this.#options.truths().leaves(owner, leaving);
    const { name } = owner;
    this.#underWay.set(name, this.openCalls(name) + 1);
    try {
      return await this.#carry(owner, leaving, effect);
    } finally {
      this.#underWay.set(name, this.openCalls(name) - 1);
    }
  }

  async #carry<T>(owner: Process, leaving: Leaving, effect: () => T): Promise<T> {
    const { dice, weather, scheduler, fails, truths, tell } = this.#options;
    const { call, key, content = key } = leaving;
    const label = key ? `${call} ${key}` : call;
    const where = () => `${owner.name} ${label}`;
    const refuse = (waitMs: number, code?: number): UpstreamError => {
      truths().limited(owner, leaving, waitMs);
      tell(`✗   ${where()}: Discord asks to wait for ${waitMs} ms`);
      return limited(waitMs, code);
    };
    const wayMs = fails(weather.slowCall, 'slow call', where) ? dice.pick([500, 1_500, 3_000]) : dice.pick([0, 0, 20]);
    if (fails(weather.limited, 'limited', where)) {
      await scheduler.until(wayMs, owner, `${label}: limited`);
      throw refuse(dice.pick([1_000, 4_000, 20_000]));
    }
    if (call === 'edit' && fails(weather.limited, 'edit limit', where)) {
      await scheduler.until(wayMs, owner, `${label}: limited`);
      throw refuse(dice.pick([5_000, 30_000, 600_000]), EDITS_OF_OLD_MESSAGES);
    }
    if (fails(weather.neverArrived, 'never arrived', where)) {
      await scheduler.until(dice.pick([10, 15_000]), owner, `${label}: no answer, never arrived`);
      throw down('no answer');
    }
    let answer: { readonly value: T } | { readonly error: unknown };
    await scheduler.until(wayMs, owner, `${label} arrives`, 'outside');
    const isPoison = key === 'k0' && fails(weather.poison, 'poison', where);
    const crash = async (): Promise<never> => {
      this.#options.crash(owner);
      return await new Promise<never>(() => undefined);
    };
    if (isPoison && !dice.once(2)) return await crash();
    try {
      answer = { value: effect() };
      if (key) tell(`${owner.name}  ${call} "${content}"`);
    } catch (error) {
      answer = { error };
      if (error instanceof UpstreamError && error.kind === 'denied') truths().denied(leaving);
      tell(`${owner.name}  ${call} "${content}": ${String(error)}`);
    }
    if (isPoison) return await crash();
    if (fails(weather.lostReply, 'lost reply', where)) {
      await scheduler.until(dice.pick([10, 15_000]), owner, `${label}: no answer`);
      throw down('no answer');
    }
    await scheduler.until(dice.pick([0, 0, 20]), owner, `${label} is answered`);
    if ('error' in answer) {
      if (leaving.hookId && !this.hooks.has(leaving.hookId)) truths().hookIsGone(owner, leaving.hookId);
      throw answer.error;
    }
    return answer.value;
  }

  #inChannel(channelId: ChannelId): void {
    if (this.goneChannels.has(channelId)) throw gone(10_003, 'unknown channel');
  }

  #create({ channelId, payload, nonce }: { channelId: ChannelId; payload: MessagePayload; nonce: string | null }) {
    this.#inChannel(channelId);
    if (!this.mayPost) throw denied();
    const since = this.#options.scheduler.nowMs - this.#options.weather.nonceMs;
    const known = this.messages.find(
      (each) =>
        each.nonce !== null && each.nonce === nonce && each.channelId === channelId && each.postedAt.getTime() > since,
    );
    return { id: (known ?? this.#post({ channelId, payload, nonce, webhookId: null })).id };
  }

  #execute(hookId: string, payload: MessagePayload) {
    const channelId = this.#hook(hookId);
    this.#inChannel(channelId);
    return { id: this.#post({ channelId, payload, nonce: null, webhookId: hookId }).id };
  }

  #post(about: {
    channelId: ChannelId;
    payload: MessagePayload;
    nonce: string | null;
    webhookId: string | null;
  }): Standing {
    const { nowMs } = this.#options.scheduler;
    this.#made += 1;
    const id = String(BigInt(firstIdAt(nowMs)) + BigInt(this.#made)) as MessageId;
    const { payload, ...rest } = about;
    const message: Standing = {
      id,
      ...rest,
      postedAt: new Date(nowMs),
      content: payload.content ?? '',
      isGone: false,
      isPublished: false,
      editedMs: [],
    };
    this.messages.push(message);
    this.#options.seen(message);
    return message;
  }

  #find(messageId: MessageId): Standing {
    const found = this.messages.find((each) => each.id === messageId && !each.isGone);
    if (!found) throw gone(10_008, 'unknown message');
    this.#inChannel(found.channelId);
    return found;
  }

  #edit(messageId: MessageId, payload: MessagePayload, isOfHook = false): void {
    const message = this.#find(messageId);
    if (!isOfHook && !this.mayPost) throw denied();
    const { nowMs } = this.#options.scheduler;
    message.editedMs = message.editedMs.filter((at) => at > nowMs - HOUR_MS);
    const [oldest = 0] = message.editedMs;
    if (message.isPublished && message.editedMs.length >= EDITS_PER_HOUR)
      throw limited(oldest + HOUR_MS - nowMs, EDITS_OF_PUBLISHED_MESSAGES);
    message.editedMs.push(nowMs);
    message.content = payload.content ?? '';
  }

  #publish(messageId: MessageId): void {
    const message = this.#find(messageId);
    message.isPublished = true;
    message.editedMs = [];
  }

  #delete(messageId: MessageId, isOfHook = false): void {
    const message = this.#find(messageId);
    if (!isOfHook && !this.mayPost) throw denied();
    this.remove(message);
  }

  #list({ channelId, after, limit = 50 }: { channelId: ChannelId; after?: MessageId; limit?: number }): Message[] {
    this.#inChannel(channelId);
    if (!this.mayPost) throw denied();
    if (!this.mayReadHistory) return [];
    const since = BigInt(after ?? '0');
    return this.messages
      .filter((each) => each.channelId === channelId && !each.isGone && BigInt(each.id) > since)
      .toReversed()
      .slice(0, limit)
      .map((each) => ({ ...each, embeds: [], applicationId: this.#options.applicationId }) as unknown as Message);
  }

  #makeHook(channelId: ChannelId) {
    this.#inChannel(channelId);
    if (!this.mayPost || !this.mayMakeHooks) throw denied();
    this.#made += 1;
    const id = `4000000000000${this.#made}`;
    this.hooks.set(id, channelId);
    return { id, token: `token ${id}` };
  }

  #hook(id: string): ChannelId {
    const channelId = this.hooks.get(id);
    if (!channelId) throw gone(UNKNOWN_WEBHOOK, 'unknown webhook');
    return channelId;
  }
}

/** Returns the key at the start of a text: `k3 v2` belongs to row k3. */
export function keyOf(content: string | null | undefined): string {
  const text = content ?? '';
  const end = text.indexOf(' ');
  return end === -1 ? text : text.slice(0, end);
}
