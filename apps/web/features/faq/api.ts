import type { QuestionState } from '@tally/contract/faq/calls';
import type { Locale } from '@tally/contract/wire/locales';
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { lateHome } from '../../lib/late-home.ts';

const faq = lateHome(async () => (await import('@tally/contract/faq/calls')).faq);
const docs = lateHome(async () => (await import('@tally/contract/docs/calls')).docs);

export const askStaff = () =>
  creation({
    mutationFn: (question: string, intent) =>
      call(faq.askQuestion, { body: { question } }, { fallback: 'askQuestion', intent }),
    meta: { isQuiet: true },
  });

export const rateFaq = (id: string) =>
  mutationOptions({
    mutationFn: (isHelpful: boolean | null) =>
      call(faq.rateFaq, { params: { id }, body: { isHelpful } }, { fallback: 'rateFaq' }),
    // Votes run one after another, so the last press wins.
    scope: { id: `faq ${id}` },
  });

const KEY = ['admin', 'faq'] as const;
const QUESTIONS_A_PAGE = 30;

export const entriesQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'entries'],
    queryFn: ({ signal }) => call(faq.listFaq, { query: {} }, { fallback: 'fetchFaq', signal }),
  });

export const textQuery = (id: string, locale: Locale) =>
  queryOptions({
    queryKey: [...KEY, 'entries', id, locale],
    queryFn: ({ signal }) => call(faq.getFaq, { params: { id }, query: { locale } }, { fallback: 'fetchFaq', signal }),
  });

export const questionsQuery = (state: QuestionState) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'questions', state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        faq.listQuestions,
        { query: { state, limit: QUESTIONS_A_PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        { fallback: 'fetchFaq', signal },
      ),
    getNextPageParam: (page) => (page.length < QUESTIONS_A_PAGE ? undefined : page.at(-1)?.questionId),
  });

export const missedQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'missed'],
    queryFn: ({ signal }) => call(faq.listMissed, {}, { fallback: 'fetchFaq', signal }),
  });

export const docRatingsQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'docs'],
    queryFn: ({ signal }) => call(docs.listDocRatings, {}, { fallback: 'fetchFaq', signal }),
  });

export interface FaqDraft {
  readonly question: string;
  readonly answer: string;
  readonly locale: Locale;
}

/** Saves an entry, or creates one if there is no id. */
export const saveFaq = (client: QueryClient, id: string | null) =>
  creation({
    mutationFn: (body: FaqDraft, intent) =>
      id === null
        ? call(faq.addFaq, { body }, { fallback: 'saveFaq', intent })
        : call(faq.updateFaq, { params: { id }, body }, { fallback: 'saveFaq' }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
    meta: { isQuiet: true },
  });

export const removeFaq = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(faq.removeFaq, { params: { id }, query: {} }, { fallback: 'removeFaq' }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });

export const settleQuestion = (client: QueryClient, questionId: string) =>
  creation({
    mutationFn: (body: { answer: string | null; addToFaq?: boolean }, intent) =>
      call(faq.answerQuestion, { params: { questionId }, body }, { fallback: 'answerQuestion', intent }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
    meta: { isQuiet: true },
  });
