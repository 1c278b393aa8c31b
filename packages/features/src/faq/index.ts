import type { StaffWait, UserId } from '@tally/contract';
import { type Ctx, defineFeature, type FileUseOf } from '@tally/kernel';
import { commands } from './commands.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { deleteRatingsOf, listEntries, listRatingsOf } from './store/entries.ts';
import { deleteQuestionsOf, listQuestionsOf, summarizeOpen } from './store/questions.ts';

export const faq = defineFeature({
  name: 'faq',
  routes,
  commands,
  jobs,
  staff: { fileUses, waits },
  forgetUser,
  exportUser,
});

async function waits(ctx: Ctx): Promise<StaffWait[]> {
  const open = await summarizeOpen(ctx.db);
  return open.count > 0 ? [{ kind: 'questions', ...open }] : [];
}

async function fileUses(ctx: Ctx): Promise<FileUseOf[]> {
  const entries = await listEntries(ctx.db);
  return entries.map(({ question, answer }) => ({ title: question, path: '/admin/faq', text: answer }));
}

async function forgetUser(ctx: Ctx, userId: UserId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await deleteQuestionsOf(tx, userId);
    await deleteRatingsOf(tx, userId);
  });
}

async function exportUser(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const [questions, ratings] = await Promise.all([listQuestionsOf(ctx.db, userId), listRatingsOf(ctx.db, userId)]);
  return {
    // The export does not reveal which staff member answered.
    ...(questions.length > 0 ? { questions: questions.map(({ answeredBy: _answeredBy, ...told }) => told) } : {}),
    ...(ratings.length > 0 ? { ratings } : {}),
  };
}
