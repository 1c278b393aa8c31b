import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Dice } from './dice.ts';

/**
 * Delivers signed pushes unreliably: one to five times, late and out of order, to different processes. It repeats
 * unacknowledged pushes, as platforms do.
 */
export interface PostOffice {
  readonly url: string;
  readonly figures: Figures;
  /** Returns the number of unacknowledged letters. */
  waiting(): number;
  close(): Promise<void>;
}

export interface Figures {
  letters: number;
  copies: number;
  attempts: number;
  /** The number of answers by status. Status 0 means no answer. */
  readonly answers: Record<number, number>;
}

export interface PostOfficeOptions {
  readonly dice: Dice;
  /** Returns the URLs of processes that can be called right now. */
  readonly doors: () => readonly string[];
  /** Each copy arrives at a random time within this limit. */
  readonly spreadMs: number;
  readonly mostCopies?: number;
}

interface Letter {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

const AGAIN_AFTER_MS = 400;
const ANSWER_WITHIN_MS = 10_000;

export async function openPostOffice(options: PostOfficeOptions): Promise<PostOffice> {
  const { dice, spreadMs, mostCopies = 5 } = options;
  const figures: Figures = { letters: 0, copies: 0, attempts: 0, answers: {} };
  const closing = new AbortController();
  let waiting = 0;

  const carry = async (letter: Letter, doors = options.doors()): Promise<{ status: number; text: string }> => {
    // No process has started yet.
    if (doors.length === 0) return { status: 0, text: '' };
    figures.attempts += 1;
    const door = dice.pick(doors);
    const answer = await hand(door, letter);
    figures.answers[answer.status] = (figures.answers[answer.status] ?? 0) + 1;
    // A question is sent once. The next process handles it if one fails, as behind a load balancer.
    const others = doors.filter((other) => other !== door);
    return answer.status === 0 && others.length > 0 && isQuestion(letter) ? await carry(letter, others) : answer;
  };
  const deliver = async (letter: Letter): Promise<void> => {
    waiting += 1;
    try {
      await pause(dice.between(0, spreadMs), undefined, { signal: closing.signal });
      while ((await carry(letter)).status !== 200) {
        await pause(AGAIN_AFTER_MS, undefined, { signal: closing.signal });
      }
    } catch (error) {
      if (!closing.signal.aborted) throw error;
    } finally {
      waiting -= 1;
    }
  };

  const server = createServer((req, res) => void take(req, res));
  async function take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const letter = await read(req);
    if (isQuestion(letter)) {
      const { status, text } = await carry(letter);
      res.writeHead(status || 502).end(text);
      return;
    }
    res.writeHead(200).end();
    figures.letters += 1;
    const copies = dice.between(1, mostCopies);
    figures.copies += copies;
    for (let copy = 0; copy < copies; copy += 1) void deliver(letter);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    figures,
    waiting: () => waiting,
    async close() {
      closing.abort();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Twitch expects its challenge back, and our check of the push URL also reads the answer. */
const isQuestion = ({ path, headers }: Letter): boolean =>
  path.startsWith('/webhooks/probe') || headers['twitch-eventsub-message-type'] === 'webhook_callback_verification';

async function read(req: IncomingMessage): Promise<Letter> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(req.headers)) {
    if (typeof value === 'string' && !own.has(name)) headers[name] = value;
  }
  return { path: req.url ?? '/', headers, body: Buffer.concat(chunks) };
}

/** Headers of this connection that are not part of the letter. */
const own = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'keep-alive']);

async function hand(door: string, letter: Letter): Promise<{ status: number; text: string }> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const { path, headers, body } = letter;
    const answer = await fetch(`${door}${path}`, { method: 'POST', headers, body: new Uint8Array(body), signal });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    // The process was killed while it answered, or is not running. A platform cannot distinguish these.
    return { status: 0, text: error instanceof Error ? error.message : '' };
  }
}
