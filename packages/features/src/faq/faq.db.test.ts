import type { Locale, UserId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { hours, UpstreamError } from '@tally/kernel';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account } from '../account/index.ts';
import { faq } from './index.ts';
import { askStaff, notifyAsker, notifyStaff, readQuestions, settle } from './service/ask.ts';
import { addFaq, rateFaq, removeFaq, updateFaq } from './service/edit.ts';
import { findFaq, getFaq, listFaq } from './service/find.ts';
import { listMissed } from './store/questions.ts';

const ann = '111111111111111111' as UserId;
const staff = '222222222222222222' as UserId;
const room = '333333333333333333';
let sent: {
  channelId: string;
  payload: { content?: string; embeds?: { title?: string; description?: string }[] };
  nonce: string;
}[];
let refuses: boolean;
const discord = {
  messages: {
    async openDm(userId: string) {
      if (refuses) throw new UpstreamError({ world: 'discord', kind: 'denied', message: 'no', upstreamCode: 50007 });
      return { id: `dm-${userId}` };
    },
    create: async (message: (typeof sent)[number]) => void sent.push(message),
  },
};

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [account, faq], discord: discord as never, env: { STAFF_CHANNEL_ID: room } });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  sent = [];
  refuses = false;
});

const ctx = (caller = ann, locale: Locale = 'en-US') => ({ ...world.ctx({ caller: person(caller) }), locale });
const refusal = async (promise: Promise<unknown>) =>
  await promise.then(
    () => 'nothing was refused',
    (error: { code?: string }) => error.code,
  );
const ask = async (question: string, caller = ann) => await askStaff(ctx(caller), caller, question);
const arrive = async (id: UserId, name: string) =>
  await world.db.execute(
    sql`insert into users (id, username, discriminator, badges, created_at, last_login_at) values (${id}, ${name}, '0', 0, now(), now())`,
  );
const bell = async () => (await world.db.execute(sql`select message from bell_items where user_id = ${ann}`)).rows;
const newest = async () => (await readQuestions(ctx(staff), {}))[0];

describe('entries', () => {
  it('are found by typed text, in the reader’s language first, then in English', async () => {
    const id = await addFaq(ctx(), { question: 'How do I invite the bot?', answer: 'Press the button.' });
    await addFaq(ctx(), { question: 'What does Premium cost?', answer: 'See the plans.' });
    await updateFaq(ctx(), id, { question: 'كيف أضيف البوت؟', answer: 'اضغط الزر.', locale: 'ar-SA' });

    expect((await findFaq(ctx(), { question: 'invit teh bot' }))[0]?.answer).toBe('Press the button.');
    expect((await findFaq(ctx(ann, 'ar-SA'), { question: 'اضافه البوت' }))[0]?.answer).toBe('اضغط الزر.');
    expect((await findFaq(ctx(ann, 'ar-SA'), {})).map((entry) => entry.locale)).toEqual(['ar-SA', 'en-US']);
  });

  it('a change is found at once, and a deleted entry is not', async () => {
    const id = await addFaq(ctx(), { question: 'Old words', answer: 'x' });
    expect(await findFaq(ctx(), { question: 'zebra crossing' })).toEqual([]);
    await updateFaq(ctx(), id, { question: 'Where is the zebra crossing?' });
    expect((await findFaq(ctx(), { question: 'zebra' }))[0]?.answer).toBe('x');
    await removeFaq(ctx(), id, undefined);
    expect(await findFaq(ctx(), {})).toEqual([]);
    expect(await refusal(getFaq(ctx(), id))).toBe('faqNotFound');
    expect(await refusal(removeFaq(ctx(), id, undefined))).toBe('faqNotFound');
    expect(await refusal(updateFaq(ctx(), id, { answer: 'y' }))).toBe('faqNotFound');
  });

  it('deleting one language keeps the others', async () => {
    const id = await addFaq(ctx(), { question: 'One', answer: 'x' });
    await updateFaq(ctx(), id, { question: 'واحد', answer: 'س', locale: 'ar-SA' });
    await removeFaq(ctx(), id, 'ar-SA');
    expect((await getFaq(ctx(ann, 'ar-SA'), id)).question).toBe('One');
  });

  it('need a question and an answer', async () => {
    expect(await refusal(addFaq(ctx(), { question: '  ', answer: 'x' }))).toBe('faqNeedsBoth');
    expect(await refusal(addFaq(ctx(), { question: 'x', answer: null }))).toBe('faqNeedsBoth');
  });

  it('are listed in pages', async () => {
    for (const question of ['One', 'Two', 'Three']) {
      await addFaq(ctx(), { question, answer: 'x' });
      world.clock.move(1_000);
    }
    const first = await findFaq(ctx(), { limit: 2 });
    const rest = await findFaq(ctx(), { limit: 2, cursor: first.at(-1)?.identifier });
    expect([...first, ...rest].map((entry) => entry.question)).toEqual(['One', 'Two', 'Three']);
    expect(await refusal(findFaq(ctx(), { cursor: 'made-up' }))).toBe('badCursor');
  });

  it('are rated once per person, who may change the rating', async () => {
    const id = await addFaq(ctx(), { question: 'One', answer: 'x' });
    const rate = async (userId: UserId, isHelpful: boolean | null) =>
      await rateFaq(ctx(userId), { identifier: id, userId, isHelpful });
    await rate(ann, true);
    await rate(ann, false);
    await rate(staff, true);
    expect((await listFaq(ctx(), {}))[0]).toMatchObject({ helpful: 1, unhelpful: 1 });
    await rate(ann, null);
    expect((await listFaq(ctx(), {}))[0]).toMatchObject({ helpful: 1, unhelpful: 0 });
    expect(await refusal(rateFaq(ctx(), { identifier: 'made-up', userId: ann, isHelpful: true }))).toBe('faqNotFound');
  });
});

it('unsuccessful searches are counted, in any word order, but not half-typed ones', async () => {
  await findFaq(ctx(), { question: 'can it play music' });
  await findFaq(ctx(), { question: 'Music: can it PLAY?' });
  await findFaq(ctx(), { question: 'mu' });
  expect((await listMissed(world.ctx().db, 10)).map(({ times }) => times)).toEqual([2]);
});

describe('a question to the staff', () => {
  it('appears in the staff channel as plain text, and its answer reaches the person once', async () => {
    await arrive(ann, 'ann');
    await arrive(staff, 'sam');
    await ask('Why is @everyone **loud**?');
    const question = await newest();
    await notifyStaff(ctx(), question?.questionId ?? '');
    expect(sent[0]).toMatchObject({ channelId: room, payload: { allowed_mentions: { parse: [] } } });
    expect(sent[0]?.payload.embeds?.[0]?.description).toContain('\\*\\*loud');

    await settle(ctx(staff), question?.questionId ?? '', { answer: 'Lower the volume.' });
    expect(await refusal(settle(ctx(staff), question?.questionId ?? '', { answer: 'Again.' }))).toBe(
      'questionAnswered',
    );
    await notifyAsker(ctx(), question?.questionId ?? '');
    expect(sent.at(-1)).toMatchObject({ channelId: `dm-${ann}` });
    expect(sent.at(-1)?.payload.content).toContain('Lower the volume.');
    expect(await newest()).toMatchObject({ state: 'answered', answeredBy: 'sam', username: 'ann' });
  });

  it('reaches a person without direct messages in the bell', async () => {
    await arrive(ann, 'ann');
    refuses = true;
    await ask('Where is it?');
    await settle(ctx(staff), (await newest())?.questionId ?? '', { answer: 'Here.' });
    await notifyAsker(ctx(), (await newest())?.questionId ?? '');
    expect(sent).toEqual([]);
    expect(await bell()).toMatchObject([{ message: 'Here.' }]);
  });

  it('can become an entry with its answer', async () => {
    await ask('Does it work on Rumble?');
    await settle(ctx(staff), (await newest())?.questionId ?? '', { answer: 'It does.', addToFaq: true });
    expect((await findFaq(ctx(), { question: 'rumble' }))[0]?.answer).toBe('It does.');
  });

  it('a dismissed one can still be answered', async () => {
    await ask('What?');
    await settle(ctx(staff), (await newest())?.questionId ?? '', { answer: null });
    expect(await newest()).toMatchObject({ state: 'ignored', answer: null });
    await settle(ctx(staff), (await newest())?.questionId ?? '', { answer: 'That.' });
    expect(await newest()).toMatchObject({ state: 'answered' });
  });

  it('three may wait at once and five a day, also concurrently', async () => {
    const asked = await Promise.all(Array.from({ length: 10 }, (_, at) => refusal(ask(`Question ${at}`))));
    expect(asked.filter((code) => code === 'nothing was refused')).toHaveLength(3);
    expect(asked).toContain('tooManyOpenQuestions');
    for (const { questionId } of await readQuestions(ctx(staff), {}))
      await settle(ctx(staff), questionId, { answer: null });
    expect(await refusal(ask('Four'))).toBe('nothing was refused');
    expect(await refusal(ask('Five'))).toBe('nothing was refused');
    expect(await refusal(ask('Six'))).toBe('tooManyQuestions');
    world.clock.move(hours(25));
    expect(await refusal(ask('The day after'))).toBe('nothing was refused');
  });

  it.each(['🎉', ' ', '?!'])('refuses %j as a question', async (asked) => {
    expect(await refusal(ask(asked))).toBe('questionSaysNothing');
  });

  it.each(['', 'abc', '-1', '99999999999999999999', '12'])('there is no question number %j', async (id) => {
    expect(await refusal(settle(ctx(staff), id, { answer: 'x' }))).toBe('faqNotFound');
  });

  it('is in the export of its author, and deleted with them', async () => {
    await ask('Mine?');
    expect(await faq.exportUser(ctx(), ann)).toMatchObject({ questions: [{ question: 'Mine?' }] });
    await faq.forgetUser(ctx(), ann);
    expect(await faq.exportUser(ctx(), ann)).toEqual({});
    expect(await readQuestions(ctx(staff), {})).toEqual([]);
  });
});
