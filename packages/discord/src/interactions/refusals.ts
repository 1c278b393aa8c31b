import { AppError, type Ctx, explainTrouble, say, UpstreamError } from '@tally/kernel';
import { type Answer, linkButton, privately } from './answers.ts';
import type { Call } from './call.ts';

/** Errors that another plan would avoid. */
const aboutPlans: ReadonlySet<unknown> = new Set(['premiumRequired', 'planLimit']);

/** Explains a refusal. If another plan would avoid it, adds a button to the plans. */
export function refusal(
  ctx: Ctx,
  error: unknown,
  { call, what }: { readonly call: Call; readonly what: string },
): Answer {
  const answer = privately(refusalText(ctx, error, what));
  if (answer.kind !== 'message' || !(error instanceof AppError) || !aboutPlans.has(error.code)) return answer;
  const url = `${ctx.config.webUrl}/premium${call.serverId ? `?server=${call.serverId}` : ''}`;
  const button = linkButton(say(ctx.locale, 'commands.seePlans'), url);
  return { ...answer, payload: { ...answer.payload, components: [{ type: 1, components: [button] }] } };
}

/** Returns the text a person sees when a command fails, in their language. Bugs are logged in full. */
function refusalText(ctx: Ctx, error: unknown, what: string): string {
  if (error instanceof AppError) {
    return error.fields.length > 0
      ? error.fields.map(sentenceOf).join('\n')
      : say(ctx.locale, `errors.${error.code}`, error.values);
  }
  if (error instanceof UpstreamError) {
    ctx.log.warn({ err: error, what }, 'The outside world refused a command.');
    const { code, values } = explainTrouble(error, ctx.caller);
    return say(ctx.locale, `errors.${code}`, values);
  }
  ctx.log.error({ err: error, what }, 'A command failed.');
  return say(ctx.locale, 'errors.internal');
}

/** Removes the name of the request field, which a person who typed a command has never seen. */
function sentenceOf(field: string): string {
  const sentence = field.replace(/^[\w.-]+: /, '');
  const whole = /[.!?؟]$/u.test(sentence) ? sentence : `${sentence}.`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}
