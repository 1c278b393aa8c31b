import type { ChannelId, MessageId } from '@tally/contract';
import { type Discord, isTooLate, type Message } from '@tally/discord/rest';
import { firstIdAt, UpstreamError } from '@tally/kernel';
import type { MessagePayload } from '@tally/message/discord';
import type { Dice } from './dice.ts';
import type { Owner, Scheduler } from './scheduler.ts';
import type { Weather } from './weather.ts';

export interface Standing {
  readonly id: MessageId;
  readonly channelId: ChannelId;
  readonly nonce: string | null;
  readonly webhookId: string | null;
  readonly postedAt: Date;
  content: string;
  isGone: boolean;
}

export interface DiscordOptions {
  readonly dice: Dice;
  readonly weather: Weather;
  readonly scheduler: Scheduler;
  /** The first words of a message name its row. */
  readonly leaves: (call: string, key: string | null) => void;
  readonly seen: (message: Standing) => void;
  /** Whether this fault happens now. */
  readonly fails: (perThousand: number, what: string) => boolean;
  readonly applicationId: string;
}

const gone = (code: number, message: string) =>
  new UpstreamError({ world: 'discord', kind: 'gone', message, status: 404, upstreamCode: code });
const denied = () =>
  new UpstreamError({ world: 'discord', kind: 'denied', message: 'no permission', status: 403, upstreamCode: 50013 });
const down = (message: string) => new UpstreamError({ world: 'discord', kind: 'down', message });
const limited = (retryAfterMs: number) =>
  new UpstreamError({ world: 'discord', kind: 'limited', message: 'slow down', status: 429, retryAfterMs });

/** What Discord holds and answers, as far as the path asks it. */
export class FakeDiscord {
  readonly #options: DiscordOptions;
  readonly messages: Standing[] = [];
  readonly goneChannels = new Set<string>();
  readonly hooks = new Map<string, ChannelId>();
  mayPost = true;
  /** Without it the history of a channel is empty. */
  mayReadHistory = true;
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

  /** The calls of one process. */
  open(owner: Owner, room: number): Discord {
    const call = <T>(name: string, key: string | null, effect: () => T): Promise<T> =>
      this.#call(owner, name, key, effect);
    const lane = { share: { pace: room }, pacer: { turn: async () => () => undefined, overdrawn() {}, waiting: 0 } };
    return {
      lanes: { bot: lane, webhook: lane },
      bot: {
        me: () =>
          call('bot.me', null, () => ({
            id: this.#options.applicationId,
            username: 'Tally',
            displayName: null,
            avatar: null,
          })),
      },
      messages: {
        create: ({ channelId, payload, nonce }: { channelId: ChannelId; payload: MessagePayload; nonce?: string }) =>
          call('create', keyOf(payload.content), () => this.#create({ channelId, payload, nonce: nonce ?? null })),
        edit: ({ messageId, payload }: { messageId: MessageId; payload: MessagePayload }) =>
          call('edit', keyOf(payload.content), () => this.#edit(messageId, payload)),
        delete: ({ messageId }: { messageId: MessageId }) => call('delete', null, () => this.#delete(messageId)),
        list: (about: { channelId: ChannelId; after?: MessageId; limit?: number }) =>
          call('list', null, () => this.#list(about)),
        publish: ({ messageId }: { messageId: MessageId }) => call('publish', null, () => void this.#find(messageId)),
        openThread: ({ messageId }: { messageId: MessageId }) => call('thread', null, () => void this.#find(messageId)),
      },
      webhooks: {
        create: ({ channelId }: { channelId: ChannelId }) => call('hook', null, () => this.#makeHook(channelId)),
        execute: ({ webhook, payload }: { webhook: { id: string }; payload: MessagePayload }) =>
          call('execute', keyOf(payload.content), () => this.#execute(webhook.id, payload)),
        edit: ({
          webhook,
          messageId,
          payload,
        }: {
          webhook: { id: string };
          messageId: MessageId;
          payload: MessagePayload;
        }) =>
          call('edit', keyOf(payload.content), () => {
            this.#hook(webhook.id);
            return this.#edit(messageId, payload, true);
          }),
        deleteMessage: ({ webhook, messageId }: { webhook: { id: string }; messageId: MessageId }) =>
          call('delete', null, () => {
            this.#hook(webhook.id);
            return this.#delete(messageId, true);
          }),
      },
    } as unknown as Discord;
  }

  async #call<T>(owner: Owner, name: string, key: string | null, effect: () => T): Promise<T> {
    if (isTooLate()) throw limited(0);
    const { dice, weather, scheduler, leaves, fails } = this.#options;
    leaves(name, key);
    const label = key ? `${name} ${key}` : name;
    const wayMs = fails(weather.slowCall, 'slow call') ? dice.pick([500, 1_500, 3_000]) : dice.pick([0, 0, 20]);
    if (fails(weather.limited, 'limited')) {
      await scheduler.until(wayMs, owner, `${label}: limited`);
      throw limited(dice.pick([1_000, 4_000, 20_000]));
    }
    if (fails(weather.neverArrived, 'never arrived')) {
      await scheduler.until(dice.pick([10, 15_000]), owner, `${label}: no answer, never arrived`);
      throw down('no answer');
    }
    let answer: { readonly value: T } | { readonly error: unknown };
    await scheduler.until(wayMs, owner, `${label} arrives`, true);
    try {
      answer = { value: effect() };
    } catch (error) {
      answer = { error };
    }
    if (fails(weather.lostReply, 'lost reply')) {
      await scheduler.until(dice.pick([10, 15_000]), owner, `${label}: no answer`);
      throw down('no answer');
    }
    await scheduler.until(dice.pick([0, 0, 20]), owner, `${label} is answered`);
    if ('error' in answer) throw answer.error;
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
    const message: Standing = { id, ...rest, postedAt: new Date(nowMs), content: payload.content ?? '', isGone: false };
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
    message.content = payload.content ?? '';
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
    if (!this.mayPost) throw denied();
    this.#made += 1;
    const id = `4000000000000${this.#made}`;
    this.hooks.set(id, channelId);
    return { id, token: `token ${id}` };
  }

  #hook(id: string): ChannelId {
    const channelId = this.hooks.get(id);
    if (!channelId) throw gone(10_015, 'unknown webhook');
    return channelId;
  }
}

/** `k3 v2`: the words of row k3. */
export const keyOf = (content: string | null | undefined): string => (content ?? '').split(' ')[0] ?? '';
