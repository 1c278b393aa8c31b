import { Bit, channelPermissions } from '../rules/permissions.ts';
import type { State } from '../state/state.ts';
import { Intent } from './intents.ts';
import { isOnShard, type Session } from './session.ts';

export interface Dispatch {
  readonly type: string;
  readonly guildId?: string | undefined;
  /** A session needs one of these bits to receive the event. 0 means that all sessions receive it. */
  readonly intent: number;
  readonly data: unknown;
  /** If set, only people who can see this channel receive the event. */
  readonly channelId?: string | undefined;
  /** If set, only this bot user receives the event. */
  readonly onlyTo?: string;
  /** This bot user receives the event even without the intent. */
  readonly alwaysTo?: string;
  /** Set for interactions, which only one session of an application receives. */
  readonly once?: { done: boolean };
  /** Present if the message text needs MESSAGE_CONTENT. */
  readonly content?: {
    readonly authorId: string;
    readonly mentionIds: readonly string[];
    without(): unknown;
  };
}

/** One outgoing event, serialized once for all sessions. */
export class Outgoing {
  readonly #state: State;
  readonly #event: Dispatch;
  #full: string | undefined;
  #bare: string | undefined;

  constructor(state: State, event: Dispatch) {
    this.#state = state;
    this.#event = event;
  }

  /** Returns the text for this session, or undefined if the event is not for it. */
  textFor(session: Session): string | undefined {
    const event = this.#event;
    const { botId } = session.application;
    if (event.onlyTo !== undefined && event.onlyTo !== botId) return undefined;
    const isListening = event.intent === 0 || (session.intents & event.intent) !== 0 || event.alwaysTo === botId;
    if (!isListening || !isOnShard(session, event.guildId) || !this.#canSee(botId)) return undefined;
    if (event.once) {
      if (event.once.done) return undefined;
      event.once.done = true;
    }
    if (this.#mayRead(session, botId)) {
      this.#full ??= JSON.stringify(event.data);
      return this.#full;
    }
    this.#bare ??= JSON.stringify(event.content?.without());
    return this.#bare;
  }

  #canSee(botId: string): boolean {
    const { guildId, channelId, type } = this.#event;
    if (guildId === undefined) {
      if (channelId === undefined) return true;
      return this.#state.channels.get(channelId)?.recipients.includes(botId) ?? true;
    }
    const guild = this.#state.guilds.get(guildId);
    const member = guild?.members.get(botId);
    // The bot that has just left receives GUILD_DELETE.
    if (!guild || !member) return type === 'GUILD_DELETE' && this.#event.onlyTo === botId;
    const channel = channelId === undefined ? undefined : this.#state.channels.get(channelId);
    if (!channel) return true;
    return (channelPermissions(this.#state, { guild, channel, member }) & Bit.VIEW_CHANNEL) !== 0n;
  }

  #mayRead(session: Session, botId: string): boolean {
    const { content, guildId } = this.#event;
    if (!content || guildId === undefined) return true;
    if ((session.intents & Intent.MESSAGE_CONTENT) !== 0) return true;
    return content.authorId === botId || content.mentionIds.includes(botId);
  }
}
