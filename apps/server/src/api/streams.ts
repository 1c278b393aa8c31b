import { Readable } from 'node:stream';
import { networkOf } from '@tally/infra/http';
import { AppError, type Ctx, type Events } from '@tally/kernel';
import type { FastifyReply } from 'fastify';
import { privateCache } from './headers.ts';

/**
 * Open streams of events. Nobody asks for one again, so whether its caller may still have it is asked here, for all of
 * them at the same beat.
 */
export interface Streams {
  open(opening: Opening): FastifyReply;
}

export interface Opening {
  readonly ctx: Ctx;
  readonly reply: FastifyReply;
  readonly events: Events['events'];
  /** Aborted when this process begins to stop. */
  readonly closing: AbortSignal;
  /** Rejects with an AppError where the caller may not have this stream any more. */
  readonly admitAgain: () => Promise<void>;
}

interface Open extends Opening {
  readonly caller: string;
  readonly stream: Readable;
}

export const BEAT_MS = 15_000;
/** Who reads so much more slowly than is written has to begin anew: what waits for them is memory of ours. */
const MOST_WAITING_BYTES = 1_000_000;
/** A browser keeps six connections to one host, and the calls of a page need one of them. */
const MOST_OF_ONE = 5;
/** Who is not logged in is known by an address alone, and a house has several sources in OBS and several people. */
const MOST_OF_ADDRESS = 20;
/** How soon a browser asks again when it is cut off. */
const RETRY = 'retry: 2000\n\n';

export function createStreams(beatMs: number = BEAT_MS): Streams {
  const opened = new Set<Open>();
  let endBeating: (() => void) | undefined;

  const beat = (): void => {
    for (const open of opened) {
      // A comment now and then keeps proxies from cutting a quiet connection, and shows when nobody listens any more.
      open.stream.push(': \n\n');
      void askAgain(open);
    }
  };

  return {
    open(opening) {
      const { ctx, reply, closing } = opening;
      const caller =
        ctx.caller.kind === 'user' ? `user ${ctx.caller.userId}` : `address ${networkOf(ctx.client?.ip ?? '')}`;
      const most = ctx.caller.kind === 'user' ? MOST_OF_ONE : MOST_OF_ADDRESS;
      const own = [...opened].filter((each) => each.caller === caller);
      // Not the oldest one is closed instead: its page would open it again, and close the next one's.
      if (own.length >= most) throw new AppError('tooManyStreams', { most });
      // Buffering proxies would hold events back until there are enough of them.
      reply
        .headers(privateCache)
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no');
      const stream = new Readable({ read() {} });
      const open: Open = { ...opening, caller, stream };
      opened.add(open);
      endBeating ??= ctx.timers.every(beatMs, beat);
      const source = opening.events[Symbol.asyncIterator]();
      const end = () => stream.push(null);
      stream.once('close', () => {
        opened.delete(open);
        if (opened.size === 0) {
          endBeating?.();
          endBeating = undefined;
        }
        closing.removeEventListener('abort', end);
        source
          .return?.(undefined)
          ?.then(undefined, (error: unknown) => ctx.log.warn({ err: error }, 'an event stream did not end cleanly'));
      });
      closing.addEventListener('abort', end, { once: true });
      stream.push(RETRY);
      pump(source, stream).then(end, (error: unknown) => {
        ctx.log.error({ err: error }, 'an event stream failed');
        stream.destroy();
      });
      return reply.send(stream);
    },
  };
}

/** Where nobody can say, because the database or Discord is away, the stream stays until somebody can. */
async function askAgain({ ctx, stream, admitAgain }: Open): Promise<void> {
  try {
    await admitAgain();
  } catch (error) {
    if (error instanceof AppError) stream.push(null);
    else ctx.log.warn({ err: error }, 'whether an event stream may go on could not be found out');
  }
}

async function pump(source: AsyncIterator<unknown>, stream: Readable): Promise<void> {
  for (let next = await source.next(); !next.done && !stream.destroyed; next = await source.next()) {
    if (stream.readableEnded) return;
    if (stream.readableLength > MOST_WAITING_BYTES) return void stream.destroy();
    stream.push(`data: ${JSON.stringify(next.value)}\n\n`);
  }
}
