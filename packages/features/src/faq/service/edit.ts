import { defaultLocale, fixedLimits, type Locale, type UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, describeToStaff } from '@tally/kernel';
import {
  countEntries,
  deleteEntry,
  findBeginning,
  findEntry,
  lockEntries,
  saveEntry,
  saveRating,
} from '../store/entries.ts';
import { CACHE, getFaq } from './find.ts';

export const PAGE = '/admin/faq';

export interface FaqTexts {
  readonly question?: string | null | undefined;
  readonly answer?: string | null | undefined;
  readonly locale?: Locale | undefined;
}

export async function addFaq(ctx: Ctx, texts: FaqTexts, reply?: string): Promise<string> {
  return await ctx.db.transaction(async (tx) => {
    const identifier = await addWithin(ctx, tx, texts);
    await keepReply(ctx, tx, reply);
    return identifier;
  });
}

export async function addWithin(ctx: Ctx, tx: Db, texts: FaqTexts): Promise<string> {
  if (!texts.question?.trim() || !texts.answer?.trim()) throw new AppError('faqNeedsBoth');
  const identifier = Buffer.from(ctx.random.bytes(9)).toString('base64url');
  await lockEntries(tx);
  const limit = fixedLimits.faqEntries;
  if ((await countEntries(tx)) >= limit) throw new AppError('tooManyFaq', { limit });
  const now = ctx.clock.now();
  await saveEntry(tx, { identifier, ...fieldsOf(texts), createdAt: now, editedAt: now });
  await ctx.cache.forgetPrefix(CACHE);
  describeToStaff(ctx, { title: texts.question, href: PAGE });
  return identifier;
}

/** Changes an entry's text in one language, or adds a language. */
export async function updateFaq(ctx: Ctx, identifier: string, texts: FaqTexts): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockEntries(tx);
    const createdAt = await findBeginning(tx, identifier);
    if (!createdAt) throw new AppError('faqNotFound');
    const { locale, ...fields } = fieldsOf(texts);
    const former = await findEntry(tx, identifier, locale);
    const before = { question: former?.question, answer: former?.answer };
    const after = { ...before, ...fields };
    describeToStaff(ctx, { title: after.question, href: PAGE, before, after });
    await saveEntry(tx, { identifier, locale, ...fields, createdAt, editedAt: ctx.clock.now() });
    await ctx.cache.forgetPrefix(CACHE);
  });
}

const fieldsOf = ({ question, answer, locale = defaultLocale }: FaqTexts) => ({
  locale,
  ...(question === undefined ? {} : { question: question?.trim() ?? '' }),
  ...(answer === undefined ? {} : { answer: answer?.trim() ?? '' }),
});

export async function removeFaq(ctx: Ctx, identifier: string, locale: Locale | undefined): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockEntries(tx);
    const question = await deleteEntry(tx, identifier, locale);
    if (question === null) throw new AppError('faqNotFound');
    describeToStaff(ctx, { title: question });
    await ctx.cache.forgetPrefix(CACHE);
  });
}

export async function rateFaq(
  ctx: Ctx,
  rating: { readonly identifier: string; readonly userId: UserId; readonly isHelpful: boolean | null },
): Promise<void> {
  await getFaq(ctx, rating.identifier);
  await saveRating(ctx.db, rating);
}
