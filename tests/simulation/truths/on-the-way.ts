import type { Composition } from '@tally/pipeline/delivery';
import { LEASE_MARGIN_MS } from '../../../packages/pipeline/src/delivery/sending/plan.ts';
import type { Delivery } from '../../../packages/pipeline/src/delivery/tables.ts';
import type { Change } from '../memory/database.ts';
import { keyOf, type Leaving, type Standing } from '../world/discord.ts';
import type { World } from '../world/life.ts';
import { nonceOf, wordOf } from '../world/owner.ts';
import type { Process } from '../world/process.ts';

/**
 * Without faults a message is sent this soon after its row is stored. Senders check every second in any case, so a
 * longer limit would not detect a missing wake-up.
 */
const PROMPT_MS = 250;
/** A change may arrive during the post, which finishes first. */
const PROMPT_CHANGE_MS = 450;

/** The time from the answer that a webhook is gone until no claimed row may use it. */
const FORGETS_HOOK_MS = 5_000;
const MOST_LOST = 3;

interface Wait {
  readonly by: string;
  readonly untilMs: number;
  readonly version: number;
}

/** The rules that must hold at every step. */
export class Truths {
  readonly #world: World;
  /** The last answer to each claim of a row. A row may have two claims if the lease of the first has expired. */
  readonly #answers = new Map<string, Composition | null>();
  /** Rows in a final state, with the refused version. */
  readonly #over = new Map<string, number>();
  /** The last claim of each row that the database has not lost. */
  readonly #claims = new Map<string, { readonly by: string; readonly row: Delivery; readonly atMs: number }>();
  readonly #messages = new Map<string, { readonly id: string; readonly sinceMs: number }>();
  /** Claimed rows whose message was seen to be deleted. */
  readonly #gone = new Set<string>();
  readonly #waits = new Map<string, Wait>();
  /** When the owner last changed the row. */
  readonly #wantedMs = new Map<string, number>();
  /** Rows for which Discord refused a call since they were claimed. */
  readonly #denied = new Set<string>();
  /**
   * Claims that the database has lost. The fence stops their messages and edits, which are stored before they are sent.
   * Deleting a message twice does no harm.
   */
  readonly #forgotten = new Set<string>();
  /** When each process learned that a webhook is gone. */
  readonly #deadHooks = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
  }

  #rowOf({ key, nonce }: Pick<Leaving, 'key' | 'nonce'>): Delivery | undefined {
    const alike = this.#rows().filter((row) => wordOf(row) === key);
    return alike.length < 2 ? alike[0] : alike.find((row) => nonce !== undefined && nonceOf(row.dedupeKey) === nonce);
  }

  #rows(): readonly Delivery[] {
    return this.#world.database.all('deliveries');
  }

  /** Checks a call that is about to be sent to Discord. */
  leaves(process: Process, leaving: Leaving): void {
    const { call, key, hookId } = leaving;
    if (hookId) this.#polite(process, hookId);
    const row = key === null ? undefined : this.#rowOf(leaving);
    if (!row) return;
    this.#inTime(process, call, row);
    this.#standsBack(process, call, row);
    this.#prompt(row);
    if (call !== 'create' && call !== 'execute') return;
    const { violate } = this.#world;
    if (this.#over.get(row.id) === row.version)
      violate('refusedIsOver', `a ${call} leaves for ${key}, which is ${row.state}`);
    if (row.inDoubtSince === null || row.sent?.content !== leaving.content)
      violate('storedFirst', `"${leaving.content}" leaves for ${key} before that is stored`);
    this.#askedFor(process, leaving, row);
    this.#notLate(process, call, row);
  }

  #askedFor({ name }: Process, { call, mentions }: Leaving, { id, dedupeKey: key, fence }: Delivery): void {
    const { violate } = this.#world;
    const claimed = this.#claims.get(id);
    if (claimed?.by !== name) return;
    if (claimed.row.wanted === 'absent' || claimed.row.state === 'skipped')
      violate('askedFor', `a ${call} leaves for ${key}, which nobody wants`);
    if (claimed.row.payload) return;
    const answer = this.#answers.get(`${name} ${id} ${fence}`);
    if (answer === null) violate('askedFor', `a ${call} leaves for ${key}, whose owner could not be asked`);
    if (answer?.kind === 'skip') violate('askedFor', `a ${call} leaves for ${key}, which its owner skips`);
    if (answer?.kind === 'send' && String(answer.payload.allowed_mentions.parse) !== String(mentions))
      violate('askedFor', `a ${call} leaves for ${key}, and pings "${String(mentions)}" without its owner's consent`);
  }

  #inTime({ name, skewMs }: Process, call: string, row: Delivery): void {
    const { violate, nowMs } = this.#world;
    const holder = this.#claims.get(row.id)?.by;
    if (holder === undefined) return;
    if (call === 'delete' && this.#forgotten.has(`${name} ${row.id}`)) return;
    if (holder !== name) violate('fenced', `a ${call} of ${name} leaves for ${row.dedupeKey}, which ${holder} has`);
    const leftMs = (row.leaseUntil?.getTime() ?? 0) - nowMs() - skewMs;
    if (leftMs < LEASE_MARGIN_MS)
      violate('inTime', `a ${call} leaves for ${row.dedupeKey}, ${leftMs} ms before its lease ends`);
  }

  #prompt(row: Delivery): void {
    const { weather, nowMs, violate } = this.#world;
    const isFair = weather.faultsForMs === 0 && weather.hasLoops && weather.room > 1 && weather.quantumMs < 10;
    if (!isFair || row.attempts > 1 || row.lane !== 'bot' || row.recentEdits.length > 0) return;
    if (this.#rows().some(({ id, channelId }) => id !== row.id && channelId === row.channelId)) return;
    const tookMs = nowMs() - (this.#wantedMs.get(row.id) ?? row.queuedAt.getTime());
    if (tookMs > (row.version > 1 ? PROMPT_CHANGE_MS : PROMPT_MS))
      violate('prompt', `${row.dedupeKey} leaves only after ${tookMs} ms`);
  }

  /** Checks that a row claimed after its deadline is not sent. */
  #notLate({ name, skewMs }: Process, call: string, { id, dedupeKey: key }: Delivery): void {
    const claimed = this.#claims.get(id);
    if (claimed?.by === name && claimed.atMs + skewMs > claimed.row.giveUpAt.getTime())
      this.#world.violate('notLate', `a ${call} leaves for ${key} after its time`);
  }

  /** Checks that a message is delayed after it has crashed several senders. */
  #standsBack({ name }: Process, call: string, { id, dedupeKey: key }: Delivery): void {
    const claimed = this.#claims.get(id);
    if (claimed?.by === name && claimed.row.lost >= MOST_LOST)
      this.#world.violate(
        'standsBack',
        `a ${call} leaves for ${key}, whose senders were lost ${claimed.row.lost} times`,
      );
  }

  /** Records that Discord refused a call because a permission is missing. */
  denied(leaving: Leaving): void {
    const row = leaving.key === null ? undefined : this.#rowOf(leaving);
    if (row) this.#denied.add(row.id);
  }

  /** Records when this process learned that a webhook is gone. */
  hookIsGone({ name }: Process, hookId: string): void {
    const hook = `${name} ${hookId}`;
    this.#deadHooks.set(hook, this.#deadHooks.get(hook) ?? this.#world.nowMs());
  }

  /** While the database loses no data, later claims must not use a webhook that is known to be gone. */
  #polite({ name }: Process, hookId: string): void {
    const { weather, nowMs, violate } = this.#world;
    const { lostBefore, lostAfter, slowStatement, crashes, fullDisks, freezes } = weather;
    const deadMs = this.#deadHooks.get(`${name} ${hookId}`);
    if (deadMs === undefined || lostBefore + lostAfter + slowStatement + crashes + fullDisks + freezes > 0) return;
    if (nowMs() - deadMs > FORGETS_HOOK_MS)
      violate('polite', `${name} calls the webhook ${hookId}, which it knows is gone`);
  }

  /** Records a wait that Discord demanded. */
  limited({ name, skewMs }: Process, leaving: Leaving, waitMs: number): void {
    const row = leaving.key === null ? undefined : this.#rowOf(leaving);
    const untilMs = this.#world.nowMs() + skewMs + waitMs;
    if (row) this.#waits.set(row.id, { by: name, untilMs, version: this.#claims.get(row.id)?.row.version ?? -1 });
  }

  posted(message: Standing): void {
    const { discord, violate } = this.#world;
    const word = keyOf(message.content);
    const rows = this.#rows().filter((row) => wordOf(row) === word);
    const standing = discord.standing(word);
    if (standing.length > Math.max(1, rows.length)) violate('oneMessage', `${word} stands ${standing.length} times`);
    const [row] = rows;
    if (rows.length !== 1 || !row || row.channelId === message.channelId) return;
    if (row.messageId === null && row.inDoubtSince !== null)
      violate('rightPlace', `${word} stands in ${message.channelId}, its row names ${row.channelId}`);
  }

  answered(by: string, { id, fence }: Delivery, answer: Composition | null): void {
    this.#answers.set(`${by} ${id} ${fence}`, answer);
  }

  committed(by: string, changes: readonly Change[]): void {
    for (const { table, before, row } of changes)
      if (table === 'deliveries') this.#changed(by, before as Delivery | null, row as Delivery);
  }

  #changed(by: string, before: Delivery | null, row: Delivery): void {
    const { violate } = this.#world;
    const { id, dedupeKey: key, messageId } = row;
    const holder = this.#claims.get(id)?.by;
    const isOthers = holder !== undefined && holder !== by;
    if (row.version !== before?.version) this.#wantedMs.set(id, this.#world.nowMs());
    if (before && row.fence !== before.fence) this.#claimed(by, row);
    else if (before && row.settledAt !== before.settledAt) {
      if (isOthers) violate('fenced', `${by} writes the outcome of ${key}, which ${holder} has`);
      this.#settled(by, row, before.reason);
    } else if (before && row.sent !== before.sent && isOthers)
      violate('fenced', `${by} is about to send ${key}, which ${holder} has`);
    if (messageId && messageId !== before?.messageId) this.#takes(row, messageId);
    this.#noteOver(row);
  }

  /**
   * If two rows with the same text in one channel are both in doubt, the history cannot show which row a message
   * belongs to. Such messages are counted in `shared`. Any other message that belongs to two rows is a bug. A row
   * claims a message some time after it reads the history, so the other row may have claimed it since.
   */
  #takes(row: Delivery, messageId: string): void {
    const { discord, violate, shared } = this.#world;
    const { id, dedupeKey: key, channelId } = row;
    const other = this.#messages.get(messageId);
    const nonce = discord.messages.find((each) => each.id === messageId)?.nonce ?? null;
    const isInDoubt = (each: Delivery): boolean =>
      each.id !== id && each.channelId === channelId && each.inDoubtSince !== null && each.messageId === null;
    const alike = this.#rows().filter((each) => wordOf(each) === wordOf(row));
    if (
      nonce !== nonceOf(key) &&
      alike.some((each) => isInDoubt(each) && [null, nonceOf(each.dedupeKey)].includes(nonce))
    )
      shared.add(messageId);
    const isKnown = other !== undefined && other.id !== id && !shared.has(messageId);
    if (isKnown && (nonce === nonceOf(key) || other.sinceMs < this.#claimedMs(id)))
      violate('oneMessage', `${messageId} belongs to two rows, one is ${key}`);
    this.#messages.set(messageId, { id, sinceMs: this.#world.nowMs() });
  }

  #claimedMs(id: string): number {
    return this.#claims.get(id)?.atMs ?? 0;
  }

  #claimed(by: string, row: Delivery): void {
    const { id, sightedId, messageId, channelId, leaseUntil, dedupeKey: key } = row;
    const { nowMs, violate, weather } = this.#world;
    this.#gone.delete(id);
    this.#denied.delete(id);
    if (!leaseUntil) return void this.#claims.delete(id);
    this.#claims.set(id, { by, row, atMs: nowMs() });
    const isMissing = row.inDoubtSince !== null && messageId === null && row.sent !== null;
    if (row.sightedGone && isMissing && sightedId !== null && !this.#messages.has(sightedId)) this.#gone.add(id);
    if (weather.skewsMs.some((skew) => skew !== 0)) return;
    for (const other of this.#rows())
      if (other.id !== id && other.channelId === channelId && (other.leaseUntil?.getTime() ?? 0) > nowMs())
        violate('oneUnderWay', `two rows of ${channelId} are leased, ${key} and ${other.dedupeKey}`);
  }

  #settled(by: string, row: Delivery, reasonBefore: Delivery['reason']): void {
    const { violate } = this.#world;
    const { id, dedupeKey: key, state, version, nextAttemptAt } = row;
    if (this.#gone.has(id) && row.messageId && state !== 'removed')
      violate('journalEqualsDiscord', `${key} was seen to be removed, and becomes ${state}`);
    const isSudden = state === 'failed' && row.reason === 'missingPermission' && reasonBefore !== row.reason;
    // If rows share the same text, the refused call cannot be assigned to one row.
    if (isSudden && !this.#denied.has(id) && wordOf(row) === key)
      violate('looksTwice', `${key} failed when a permission was missing once`);
    const wait = this.#waits.get(id);
    this.#waits.delete(id);
    if (wait?.by === by && wait.version === version && nextAttemptAt && nextAttemptAt.getTime() < wait.untilMs)
      violate('polite', `${key} is due ${wait.untilMs - nextAttemptAt.getTime()} ms before Discord's wait is over`);
    if (state === 'posted') this.#world.posted.add(id);
  }

  #noteOver({ id, state, nextAttemptAt, version }: Delivery): void {
    if (nextAttemptAt === null && (state === 'failed' || state === 'skipped')) this.#over.set(id, version);
  }

  /** Handles the loss of commits, and with them the owners of messages. */
  forgotten(): void {
    const fences = new Map(this.#rows().map(({ id, fence }) => [id, fence]));
    for (const { by, row } of this.#claims.values())
      if (fences.get(row.id) !== row.fence) this.#forgotten.add(`${by} ${row.id}`);
    for (const known of [this.#claims, this.#over, this.#messages, this.#gone, this.#waits]) known.clear();
    for (const row of this.#rows()) {
      this.#noteOver(row);
      if (row.messageId) this.#messages.set(row.messageId, { id: row.id, sinceMs: 0 });
    }
  }

  /** Checks a process whose `stop` has resolved. */
  stopped({ name, isDead, hasLoops, skewMs }: Process): void {
    const { weather, discord, violate, nowMs } = this.#world;
    if (isDead || !hasLoops) return;
    const open = discord.openCalls(name);
    if (open > 0) violate('cleanStop', `${name} has stopped, and ${open} calls are on their way`);
    if (weather.lostBefore + weather.lostAfter + weather.crashes + weather.fullDisks > 0) return;
    for (const { id, dedupeKey: key, leaseUntil } of this.#rows())
      if (this.#claims.get(id)?.by === name && leaseUntil && leaseUntil.getTime() > nowMs() + skewMs)
        violate('cleanStop', `${name} has stopped, and ${key} is still leased`);
  }
}
