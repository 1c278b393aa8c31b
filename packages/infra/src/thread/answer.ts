import { parentPort } from 'node:worker_threads';

export interface Asked<Question> {
  readonly id: number;
  readonly question: Question;
}

export type Answered<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly problem: string };

/** The thread's side of a `Thread`. */
export function answerQuestions(answer: (question: never) => unknown): void {
  const port = parentPort;
  if (!port) throw new Error('questions are answered in a worker thread only');
  const say = (answered: Answered<unknown>): void => port.postMessage(answered);
  const reply = async ({ id, question }: Asked<never>): Promise<void> => {
    try {
      say({ id, answer: await answer(question) });
    } catch (error) {
      say({ id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  };
  port.on('message', (asked: Asked<never>) => void reply(asked));
}
