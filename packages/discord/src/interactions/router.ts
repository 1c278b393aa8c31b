import { type Ctx, chooseLocale, say, withCaller, withLocale } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import type { Discord } from '../rest/index.ts';
import { type Answer, deferred, type Response, responseTypes, toResponse } from './answers.ts';
import { type Call, type ReadInteraction, readInteraction } from './call.ts';
import type { Choice, CommandPart } from './definition.ts';
import { createFinder, type Job, unknownJob } from './finder.ts';
import { type CommandIds, nameCommandsIn } from './mentions.ts';
import { refusal } from './refusals.ts';

export interface RouterOptions {
  readonly parts: readonly CommandPart[];
  readonly discord: Pick<Discord, 'interactions'>;
  readonly makeCtx: () => Ctx;
  /** Called for each of our commands and buttons before it runs, without naming the person. */
  readonly count?: (kind: 'command' | 'button', name: string) => void;
  /**
   * Returns true once per interaction across all processes, because the gateway can deliver one twice, and a signed
   * call can be replayed.
   */
  readonly claim?: (interactionId: string) => Promise<boolean>;
  /** Discord's ids of the commands. They make commands in an answer clickable. */
  readonly commandIds?: (ctx: Ctx) => Promise<CommandIds>;
  /**
   * Adds what the features know about the person and the server, such as language and flags. Throws an AppError to
   * refuse the person.
   */
  readonly greet?: (ctx: Ctx, call: Call) => Promise<Ctx>;
}

export interface Router {
  /** Resolves when all work is done. `respond` sends the first answer. Never rejects. */
  handle(raw: unknown, respond?: (response: Response) => Promise<void>): Promise<void>;
}

/** Discord allows three seconds for the first answer, including the network. */
const DEFER_AFTER_MS = 1500;
const COMPLETE_WITHIN_MS = 2000;
/** None of our suggestions is longer than this. */
const MAX_TYPED = 100;

export function createRouter(options: RouterOptions): Router {
  const { discord } = options;
  const find = createFinder(options.parts);
  const claim = options.claim ?? claimHere();

  const strangerCtx = (call: Call): Ctx => {
    const ctx = withLocale(options.makeCtx(), chooseLocale(call.locale));
    return withCaller(ctx, {
      kind: 'user',
      userId: call.userId,
      sessionId: `interaction ${call.id}`,
      flags: new Set(),
    });
  };
  const greet = options.greet ?? ((ctx: Ctx) => Promise.resolve(ctx));

  async function work(job: Job, respond: (response: Response) => Promise<void>): Promise<void> {
    let ctx = strangerCtx(job.call);
    const first = once(respond);
    const cancel = ctx.timers.after(DEFER_AFTER_MS, () => {
      first(deferred(job.isComponent, job.isPrivate)).catch((error: unknown) =>
        ctx.log.warn({ err: error, what: job.what }, 'A command could not be put off.'),
      );
    });
    try {
      const said = await carryOut().catch((error: unknown) => refusal(ctx, error, job));
      const answer = nameCommandsIn(said, {
        locale: chooseLocale(job.call.locale),
        ids: await idsOf(ctx),
        isPath: find.isPath,
      });
      cancel();
      if (hasFiles(answer)) await first(deferred(job.isComponent, job.isPrivate || answer.isPrivate === true));
      if (!first.isUsed()) await first(toResponse(answer, job.isPrivate));
      else await first.sent().then(() => late(job, answer, ctx));
    } catch (error) {
      ctx.log.warn({ err: error, what: job.what }, 'The answer to a command did not arrive.');
    }
    async function carryOut(): Promise<Answer> {
      ctx = await greet(ctx, job.call);
      return await job.run(ctx);
    }
  }

  /** Returns no ids on failure, because an answer without clickable commands is better than none. */
  async function idsOf(ctx: Ctx): Promise<CommandIds> {
    try {
      return (await options.commandIds?.(ctx)) ?? new Map();
    } catch (error) {
      ctx.log.warn({ err: error }, 'The ids of the commands could not be read.');
      return new Map();
    }
  }

  /** Replaces the first answer, which was only "thinking". */
  async function late(job: Job, answer: Answer, ctx: Ctx): Promise<void> {
    switch (answer.kind) {
      case 'message':
        // Under a component the original message is not part of this answer, so a refusal must not replace it.
        if (job.isComponent) {
          const flags = (answer.payload.flags ?? 0) | (answer.isPrivate || job.isPrivate ? 1 << 6 : 0);
          await discord.interactions.follow(job.call, { ...answer.payload, flags }, answer.files);
        } else await discord.interactions.edit(job.call, answer.payload, answer.files);
        return;
      case 'update':
        await discord.interactions.edit(job.call, answer.payload);
        return;
      case 'modal':
        // Discord opens a modal only as the first answer.
        ctx.log.error({ what: job.what }, 'A modal came too late to be shown.');
        await discord.interactions.edit(job.call, {
          content: say(ctx.locale, 'errors.internal'),
          allowed_mentions: noMentions,
        });
        return;
      case 'nothing':
        if (!job.isComponent) await discord.interactions.delete(job.call);
        return;
    }
  }

  async function complete(read: Extract<ReadInteraction, { kind: 'complete' }>): Promise<readonly Choice[]> {
    const stranger = strangerCtx(read.call);
    const option = find.option(read.path, read.focused, read.call);
    const given = propose();
    async function propose(): Promise<readonly Choice[]> {
      if (!option?.complete) return [];
      return await option.complete(await greet(stranger, read.call), read.typed.slice(0, MAX_TYPED), read.call);
    }
    const failed = (error: unknown): Choice[] => {
      stranger.log.warn({ err: error, path: read.path }, 'Proposals for an option failed.');
      return [];
    };
    const choices = (await stranger.timers.within(COMPLETE_WITHIN_MS, given.catch(failed))) ?? [];
    return choices.slice(0, 25).map(({ name, value }) => ({ name: name.slice(0, 100) || '…', value }));
  }

  return {
    async handle(raw, respond) {
      const base = options.makeCtx();
      try {
        const read = readInteraction(raw);
        if (!read) return;
        if (read.kind === 'ping') {
          await respond?.({ type: responseTypes.pong });
          return;
        }
        const { call } = read;
        const send = respond ?? ((response: Response) => discord.interactions.respond(call, response));
        // Suggestions change nothing and are requested with every character, so we neither count nor claim them.
        if (read.kind === 'complete') {
          await send({ type: responseTypes.choices, data: { choices: await complete(read) } });
          return;
        }
        if (!(await claim(call.id))) return;
        const job = find.job(read) ?? unknownJob(read);
        if (job.counts) options.count?.(job.counts, job.what);
        await work(job, send);
      } catch (error) {
        base.log.warn({ err: error }, 'An interaction could not be answered.');
      }
    },
  };
}

const hasFiles = (answer: Answer): answer is Extract<Answer, { kind: 'message' }> =>
  answer.kind === 'message' && (answer.files?.length ?? 0) > 0;

/** Sends the first answer once. Later callers can wait for it. */
function once(respond: (response: Response) => Promise<void>) {
  let sent: Promise<void> | null = null;
  const send = (response: Response): Promise<void> => (sent ??= respond(response));
  return Object.assign(send, { isUsed: () => sent !== null, sent: () => sent ?? Promise.resolve() });
}

/** Interactions expire before this many new ones arrive. */
const MAX_CLAIMED = 20_000;

function claimHere(): (id: string) => Promise<boolean> {
  const seen = new Set<string>();
  return (id) => {
    if (seen.has(id)) return Promise.resolve(false);
    seen.add(id);
    if (seen.size > MAX_CLAIMED) seen.delete(seen.keys().next().value as string);
    return Promise.resolve(true);
  };
}
