import { z } from 'zod';
import { staff, user } from './access.ts';
import { page, sentence } from './codecs.ts';
import { endpoint, type Home } from './endpoint.ts';
import { bodyOf, line, RowId, text } from './fields.ts';

export const Faq = z
  .object({ identifier: RowId, question: text(500).nullable(), answer: text(4000).nullable() })
  .meta({ id: 'Faq' });
export type Faq = z.infer<typeof Faq>;

const FaqBody = bodyOf(Faq.omit({ identifier: true })).meta({ id: 'FaqBody' });
const named = z.object({ id: RowId });

export const faq = {
  searchFaq: endpoint({
    method: 'GET',
    path: '/data/faq',
    summary: 'Questions and answers; with a question, those that fit best.',
    access: user,
    query: z.object({ question: line(500, 0).optional(), ...page }),
    reply: z.array(Faq),
  }),
  /** Who asks is known from the session; a name and picture in the body are dropped. */
  askQuestion: endpoint({
    method: 'POST',
    path: '/data/faq/ask',
    summary: 'Sends a question to the staff.',
    access: user,
    body: z.object({ question: text(500, 1) }),
    reply: sentence,
  }),
  addFaq: endpoint({
    method: 'POST',
    path: '/data/faq',
    summary: 'Adds a question with its answer.',
    access: staff,
    body: FaqBody,
    reply: sentence,
  }),
  getFaq: endpoint({
    method: 'GET',
    path: '/data/faq/{id}',
    summary: 'One question with its answer.',
    access: user,
    params: named,
    reply: Faq,
  }),
  updateFaq: endpoint({
    method: 'PATCH',
    path: '/data/faq/{id}',
    summary: 'Changes a question or its answer.',
    access: staff,
    params: named,
    body: FaqBody,
    reply: sentence,
  }),
  removeFaq: endpoint({
    method: 'DELETE',
    path: '/data/faq/{id}',
    summary: 'Deletes a question.',
    access: staff,
    params: named,
    reply: sentence,
  }),
} as const satisfies Home;
