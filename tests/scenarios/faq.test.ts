import { type AskedQuestion, type Faq, type FaqInDetail, faq } from '@tally/contract';
import { demoUser, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** A person searches without success and asks a question. Staff answer it, and the next person finds the entry. */
let api: TestApi;
let staff: string;
let asker: string;
beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { OWNER_IDS: demoUser } });
  [staff, asker] = [await api.logIn(), await api.logIn(somebodyElse)];
});
afterAll(() => api.close());

const search = async (question: string) => (await api.call(faq.searchFaq, { query: { question } })).json.data as Faq[];
const questions = async () => (await api.call(faq.listQuestions, { query: {} }, staff)).json.data as AskedQuestion[];
const letters = () =>
  [...api.sim.discord.state.channels.values()]
    .filter(({ recipients }) => recipients.includes(somebodyElse))
    .flatMap(({ messages }) => [...messages.values()].map(({ content }) => content));

it('a question that nothing answers becomes an entry, and its asker gets the answer', async () => {
  const question = 'How do I turn off pings?';
  expect(await search(question)).toEqual([]);
  expect((await api.call(faq.listMissed, {}, staff)).json.data).toMatchObject([{ question, times: 1 }]);
  expect((await api.call(faq.askQuestion, { body: { question } })).status).toBe(401);
  expect((await api.call(faq.askQuestion, { body: { question } }, asker)).json.error).toBeUndefined();
  expect((await api.call(faq.listQuestions, { query: {} }, asker)).status).toBe(403);
  const [asked] = await questions();
  expect(asked).toMatchObject({ question, state: 'open', userId: somebodyElse });

  const answer = {
    params: { questionId: asked?.questionId as never },
    body: { answer: 'Choose no role.', addToFaq: true },
  };
  expect((await api.call(faq.answerQuestion, answer, staff)).json.error).toBeUndefined();
  expect((await api.call(faq.answerQuestion, answer, staff)).json.code).toBe('questionAnswered');
  expect(await questions()).toMatchObject([{ state: 'answered', answeredBy: 'robin' }]);
  await vi.waitFor(() => expect(letters()).toEqual([expect.stringContaining('Choose no role.')]), 60_000);

  // The search text has two typing errors.
  const [found] = await search('trun of pings');
  expect(found).toMatchObject({ question, answer: 'Choose no role.', locale: 'en-US' });
  const rate = async (isHelpful: boolean) => {
    const rating = { params: { id: found?.identifier as never }, body: { isHelpful } };
    await api.call(faq.rateFaq, rating, asker);
    return ((await api.call(faq.listFaq, { query: {} }, staff)).json.data as FaqInDetail[])[0];
  };
  expect(await rate(true)).toMatchObject({ helpful: 1, unhelpful: 0 });
  expect(await rate(false)).toMatchObject({ helpful: 0, unhelpful: 1 });
  await api.call(faq.removeFaq, { params: { id: found?.identifier as never }, query: {} }, staff);
  expect(await search(question)).toEqual([]);
});
