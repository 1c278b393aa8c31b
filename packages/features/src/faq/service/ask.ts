import {
  type AskedQuestion,
  type ChannelId,
  defaultLocale,
  fixedLimits,
  type QuestionState,
  type UserId,
} from '@tally/contract';
import { card, linkButton } from '@tally/discord/interactions';
import { keepReply } from '@tally/infra/idempotency';
import { cursorOfOne, pieces } from '@tally/infra/page';
import {
  AppError,
  type Ctx,
  days,
  declareJob,
  describeToStaff,
  readRowId,
  requireUser,
  say,
  withLocale,
} from '@tally/kernel';
import { escapeMarkdown } from '@tally/message/template';
import { z } from 'zod';
import { listNames, notify, writeLetter } from '../../account/index.ts';
import {
  countQuestions,
  findQuestion,
  insertQuestion,
  listQuestions,
  lockAsker,
  settleQuestion,
} from '../store/questions.ts';
import type { QuestionRow } from '../tables.ts';
import { addWithin, PAGE } from './edit.ts';

const SHOWN = 50;
const EXCERPT = 100;

export const notifyStaffJob = declareJob({ name: 'faq/tell-staff', data: z.object({ questionId: z.string() }) });
export const notifyAskerJob = declareJob({ name: 'faq/tell-asker', data: z.object({ questionId: z.string() }) });

/** Adds a question to the staff's inbox, and posts it in the staff's channel if there is one. */
export async function askStaff(ctx: Ctx, userId: UserId, asked: string, reply?: string): Promise<void> {
  const question = asked.trim();
  if (!/[\p{L}\p{N}]/u.test(question)) throw new AppError('questionSaysNothing');
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockAsker(tx, userId);
    const { open, lately } = await countQuestions(tx, userId, new Date(now.getTime() - days(1)));
    const { openQuestions, questionsADay } = fixedLimits;
    if (open >= openQuestions) throw new AppError('tooManyOpenQuestions', { limit: openQuestions });
    if (lately >= questionsADay) throw new AppError('tooManyQuestions', { limit: questionsADay });
    const id = await insertQuestion(tx, { userId, locale: ctx.locale, question, askedAt: now });
    if (ctx.config.STAFF_CHANNEL_ID) await ctx.queue.send(notifyStaffJob, { questionId: String(id) }, { tx });
    await keepReply(ctx, tx, reply);
  });
}

const nextQuestions = cursorOfOne(pieces.rowId);

export async function readQuestions(
  ctx: Ctx,
  about: { state?: QuestionState | undefined; limit?: number | undefined; cursor?: string | undefined },
): Promise<AskedQuestion[]> {
  const { state, limit = SHOWN, cursor } = about;
  const rows = await listQuestions(ctx.db, { state, before: nextQuestions.read(cursor), limit });
  const people = rows.flatMap((row) => [row.userId, ...(row.answeredBy ? [row.answeredBy] : [])]);
  const names = await listNames(ctx, [...new Set(people)]);
  return rows.map((row) => toAsked(row, names));
}

/** Answers a question. An `answer` of null dismisses it without notifying anyone. */
export async function settle(
  ctx: Ctx,
  questionId: string,
  { answer, addToFaq = false, reply }: { answer: string | null; addToFaq?: boolean | undefined; reply?: string },
): Promise<void> {
  const text = answer?.trim() ?? null;
  if (text === '') throw new AppError('faqNeedsBoth');
  const row = await ctx.db.transaction(async (tx) => {
    const settled = await settleQuestion(tx, readId(questionId), {
      state: text === null ? 'ignored' : 'answered',
      answer: text,
      answeredBy: requireUser(ctx).userId,
      answeredAt: ctx.clock.now(),
    });
    if (!settled) return null;
    if (text !== null) await ctx.queue.send(notifyAskerJob, { questionId }, { tx });
    if (addToFaq && text !== null) {
      await addWithin(ctx, tx, { question: settled.question, answer: text, locale: settled.locale });
    }
    await keepReply(ctx, tx, reply);
    return settled;
  });
  if (!row) throw new AppError((await findQuestion(ctx.db, readId(questionId))) ? 'questionAnswered' : 'faqNotFound');
  // Runs last, to replace the description that `addWithin` gave. The action is about the asker's question.
  describeToStaff(ctx, { title: row.question, href: PAGE, personId: row.userId });
}

/** Notifies the asker in the bell, and by direct message if they accept those. */
export async function notifyAsker(ctx: Ctx, questionId: string): Promise<void> {
  const row = await findQuestion(ctx.db, readId(questionId));
  if (!row?.answer) return;
  const words = { question: excerptOf(row.question), answer: row.answer };
  await writeLetter(ctx, row.userId, {
    message: { content: say(row.locale, 'faq.letter', words).slice(0, 2000) },
    nonce: `faq${row.id}`,
  });
  await notify(withLocale(ctx, row.locale), row.userId, {
    severity: 'info',
    title: say(row.locale, 'faq.answered', words),
    message: row.answer,
    actionUrl: '/faq',
  });
}

export async function notifyStaff(ctx: Ctx, questionId: string): Promise<void> {
  const row = await findQuestion(ctx.db, readId(questionId));
  const channelId = ctx.config.STAFF_CHANNEL_ID;
  if (row?.state !== 'open' || !channelId) return;
  const name = (await listNames(ctx, [row.userId])).get(row.userId) ?? row.userId;
  await ctx.discord.messages.create({
    channelId: channelId as ChannelId,
    payload: card(
      {
        title: say(defaultLocale, 'faq.staffTitle', { name: escapeMarkdown(name) }),
        description: escapeMarkdown(row.question),
      },
      [linkButton(say(defaultLocale, 'faq.staffButton'), `${ctx.config.webUrl}/admin/faq`)],
    ),
    nonce: `faqstaff${row.id}`,
  });
}

const readId = (text: string): bigint => readRowId(text, 'faqNotFound');

const excerptOf = (text: string): string => (text.length > EXCERPT ? `${text.slice(0, EXCERPT - 1).trimEnd()}…` : text);

const toAsked = (row: QuestionRow, names: ReadonlyMap<string, string>): AskedQuestion => ({
  questionId: String(row.id),
  question: row.question,
  locale: row.locale,
  userId: row.userId,
  username: names.get(row.userId) ?? null,
  askedAt: row.askedAt,
  state: row.state,
  answer: row.answer,
  answeredBy: row.answeredBy && (names.get(row.answeredBy) ?? null),
  answeredAt: row.answeredAt,
});
