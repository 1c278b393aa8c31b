import { placeholdersFor, type StreamerMessageType } from '@tally/contract';
import { AppError, type Ctx, say } from '@tally/kernel';
import { findProblems } from '@tally/message/discord';
import type { MessageBody } from '../tables.ts';

/** What would certainly be refused by Discord, or would show a brace to people, is not saved. */
export function refuseProblems(ctx: Ctx, type: StreamerMessageType, body: MessageBody): void {
  const problems = findProblems(body, placeholdersFor(type));
  if (problems.length === 0) return;
  throw new AppError(
    'invalidFields',
    {},
    problems.map(({ code, path, values }) => {
      const sentence = say(ctx.locale, `messageEditor.${code}`, values);
      return path ? `customMessages.${type}.${path}: ${sentence}` : `customMessages.${type}: ${sentence}`;
    }),
  );
}
