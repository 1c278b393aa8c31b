/** Users write these patterns, so a separate thread compiles and runs them without blocking the process. */
import type { Override } from '@tally/contract';
import { answerQuestions } from '@tally/infra/thread';
import { type Outcome, outcomeOf, prepareWords, readRules, type Words } from './decide.ts';
import { createBudget, readWithin } from './readings.ts';
import { isUsable, type QueryProblem } from './words.ts';

export type Question =
  /** Applies servers' overrides to streams. */
  | { readonly kind: 'decide'; readonly words: readonly Words[]; readonly servers: readonly (readonly Override[])[] }
  /** Finds invalid queries. The server's existing queries count toward its limit. */
  | { readonly kind: 'check'; readonly standing: readonly string[]; readonly queries: readonly string[] };

export type Answer =
  /** One outcome per server and stream. */
  | { readonly kind: 'decide'; readonly outcomes: readonly (readonly Outcome[])[] }
  | { readonly kind: 'check'; readonly problems: readonly (QueryProblem | null)[] };

answerQuestions((question: Question): Answer => {
  switch (question.kind) {
    case 'decide': {
      const prepared = question.words.map(prepareWords);
      const outcomes = question.servers.map((overrides) => {
        const rules = readRules(overrides);
        return prepared.map((words) => outcomeOf(rules, words));
      });
      return { kind: 'decide', outcomes };
    }
    case 'check': {
      const budget = createBudget();
      for (const text of question.standing) readWithin(budget, text);
      const problems = question.queries.map((text) => {
        const read = readWithin(budget, text);
        return isUsable(read) ? null : read;
      });
      return { kind: 'check', problems };
    }
    default:
      return question satisfies never;
  }
});
