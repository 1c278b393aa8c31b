import { z } from 'zod';
import { anyone, staff, user } from '../wire/access.ts';
import { isoDate, page, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { bodyOf, count, line, RowId, text } from '../wire/fields.ts';
import { UserId } from '../wire/ids.ts';
import { locales } from '../wire/locales.ts';

const FaqLocale = z.enum(locales);

export const Faq = z
  .object({
    identifier: RowId,
    question: text(500).nullable(),
    answer: text(4000).nullable(),
    /** The language of this text, which is English if the entry has no translation. */
    locale: FaqLocale,
  })
  .meta({ id: 'Faq' });
export type Faq = z.infer<typeof Faq>;

/** An entry as staff see it, with its languages and its readers' ratings. */
export const FaqInDetail = Faq.extend({
  languages: z.array(FaqLocale),
  helpful: count,
  unhelpful: count,
  lastEdited: isoDate,
}).meta({ id: 'FaqInDetail' });
export type FaqInDetail = z.infer<typeof FaqInDetail>;

export const questionStates = ['open', 'answered', 'ignored'] as const;
export const QuestionState = z.enum(questionStates);
export type QuestionState = z.infer<typeof QuestionState>;

/** A question to the staff. */
export const AskedQuestion = z
  .object({
    questionId: RowId,
    question: z.string(),
    locale: FaqLocale,
    userId: UserId,
    username: z.string().nullable(),
    askedAt: isoDate,
    state: QuestionState,
    answer: z.string().nullable(),
    answeredBy: z.string().nullable(),
    answeredAt: isoDate.nullable(),
  })
  .meta({ id: 'AskedQuestion' });
export type AskedQuestion = z.infer<typeof AskedQuestion>;

const languageFields = { locale: FaqLocale.optional() };
const FaqBody = bodyOf(Faq.omit({ identifier: true, locale: true }))
  .extend(languageFields)
  .meta({ id: 'FaqBody' });
const named = z.object({ id: RowId });
const ofQuestion = z.object({ questionId: RowId });

export const faq = {
  searchFaq: endpoint({
    method: 'GET',
    path: '/data/faq',
    summary: 'Questions and answers. With a question, the best matches.',
    access: anyone,
    query: z.object({ question: line(500, 0).optional(), ...page }),
    reply: z.array(Faq),
  }),
  /** The session identifies the sender, so a name or picture in the body is dropped. */
  askQuestion: endpoint({
    method: 'POST',
    path: '/data/faq/ask',
    summary: 'Sends a question to the staff.',
    access: user,
    once: true,
    body: z.object({ question: text(500, 1) }),
    reply: sentence,
  }),
  listFaq: endpoint({
    method: 'GET',
    path: '/admin/faq',
    summary: 'All entries with their languages and ratings.',
    access: staff,
    query: z.object(page),
    reply: z.array(FaqInDetail),
  }),
  listQuestions: endpoint({
    method: 'GET',
    path: '/admin/faq/questions',
    summary: 'Questions to the staff, newest first.',
    access: staff,
    isPersonal: true,
    query: z.object({ state: QuestionState.optional(), ...page }),
    reply: z.array(AskedQuestion),
  }),
  answerQuestion: endpoint({
    method: 'PUT',
    path: '/admin/faq/questions/{questionId}',
    summary: 'Answers a question, or sets it aside. The author gets a notification of an answer.',
    access: staff,
    once: true,
    params: ofQuestion,
    /** Null dismisses the question. `addToFaq` also adds the question and answer to the FAQ. */
    body: z.object({ answer: text(4000, 1).nullable(), addToFaq: z.boolean().optional() }),
    reply: sentence,
  }),
  listMissed: endpoint({
    method: 'GET',
    path: '/admin/faq/missed',
    summary: 'Searches without a result, most frequent first.',
    access: staff,
    reply: z.array(z.object({ question: z.string(), locale: FaqLocale, times: count, lastAt: isoDate })),
  }),
  addFaq: endpoint({
    method: 'POST',
    path: '/data/faq',
    summary: 'Adds a question with its answer.',
    access: staff,
    once: true,
    body: FaqBody,
    reply: sentence,
  }),
  getFaq: endpoint({
    method: 'GET',
    path: '/data/faq/{id}',
    summary: 'One question with its answer.',
    access: anyone,
    params: named,
    query: z.object(languageFields),
    reply: Faq,
  }),
  updateFaq: endpoint({
    method: 'PATCH',
    path: '/data/faq/{id}',
    summary: 'Changes a question or its answer, in one language.',
    access: staff,
    params: named,
    body: FaqBody,
    reply: sentence,
  }),
  removeFaq: endpoint({
    method: 'DELETE',
    path: '/data/faq/{id}',
    summary: 'Deletes a question, in one language or in all.',
    access: staff,
    params: named,
    query: z.object(languageFields),
    reply: sentence,
  }),
  rateFaq: endpoint({
    method: 'PUT',
    path: '/data/faq/{id}/helpful',
    summary: 'Rates an answer. Null removes the rating.',
    access: user,
    params: named,
    body: z.object({ isHelpful: z.boolean().nullable() }),
    reply: sentence,
  }),
} as const satisfies Home;
