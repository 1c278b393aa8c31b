import { Readable } from 'node:stream';
import { networkOf } from '@tally/infra/http';
import { AppError, type Ctx, type Events } from '@tally/kernel';
import type { FastifyReply } from 'fastify';
import { privateCache } from './headers.ts';

/** Open event streams. A stream is a single request, so we recheck the access of all callers here, at one interval. */
export interface Streams {
  open(opening: Opening): FastifyReply;
}

export interface Opening {
  readonly ctx: Ctx;
  readonly reply: FastifyReply;
  readonly events: Events['events'];
  /** Aborted when this process begins to stop. */
  readonly closing: AbortSignal;
  /** Rejects with an AppError if the caller has lost access to this stream. */
  readonly admitAgain: () => Promise<void>;
}

interface Open extends Opening {
  readonly caller: string;
  readonly stream: Readable;
}

export const BEAT_MS = 15_000;
/** A client that falls this many bytes behind must reconnect, because its backlog uses our memory. */
const MOST_WAITING_BYTES = 1_000_000;
/** A browser opens six connections to one host, and the page's calls need one of them. */
const MOST_OF_ONE = 5;
/** Without a login we know only the IP address, and a household may have several OBS sources and people. */
const MOST_OF_ADDRESS = 20;
/** How soon a browser reconnects after losing the connection. */
const RETRY = 'retry: 2000\n\n';

export function createStreams(beatMs: number = BEAT_MS): Streams {
  const opened = new Set<Open>();
  let endBeating: (() => void) | undefined;

  const beat = (): void => {
    for (const open of opened) {
      // A regular comment keeps proxies from closing a quiet connection, and reveals clients that are gone.
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
      // Closing the oldest stream instead would make its page reconnect and close the next one.
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

/** While access cannot be checked, because the database or Discord is down, the stream stays open. */
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
