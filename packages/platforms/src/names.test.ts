import { hours, plainQuestion, type Question, silentLog, UpstreamError } from '@tally/kernel';
import { expect, it } from 'vitest';
import { type Name, withNames } from './names.ts';

const start = new Date('2026-11-21T18:00:00Z').getTime();
const doorsAt = (now: number) => ({ clock: { now: () => new Date(now) }, log: silentLog });
const offline = ({ channelId }: Question) => ({ snapshot: { state: 'offline', channelId } }) as const;
const named = (channelId: string, ageHours: number): Question => ({
  ...plainQuestion(channelId),
  memory: { namedAt: start - hours(ageHours) },
});

/** Returns the channels that were queried, and the answers. */
async function ask(questions: readonly Question[], lookUp: () => ReadonlyMap<string, Name> = () => new Map()) {
  const asked: string[] = [];
  const answers = await withNames(doorsAt(start), questions, {
    answers: questions.map(offline),
    lookUp: async (list) => {
      asked.push(...list.map(({ channelId }) => channelId));
      return lookUp();
    },
  });
  return { asked, names: answers.map(({ name }) => name?.name), memory: answers.map((answer) => answer.memory) };
}

it('a new channel counts as just looked up', async () => {
  expect(await ask([plainQuestion('1')])).toEqual({ asked: [], names: [undefined], memory: [{ namedAt: start }] });
});

it('a due channel is asked together with those that will be due soon', async () => {
  const names = new Map([['1', { name: 'ada', displayName: 'Ada' }]]);
  expect(await ask([named('1', 24), named('2', 13), named('3', 2)], () => names)).toEqual({
    asked: ['1', '2'],
    names: ['ada', undefined, undefined],
    memory: [{ namedAt: start }, { namedAt: start }, undefined],
  });
});

it('no name is queried before one is due', async () => {
  expect((await ask([named('1', 23), named('2', 13)])).asked).toEqual([]);
});

it('a failed query is repeated after an hour, and no other answer is lost', async () => {
  const fail = () => {
    throw new UpstreamError({ world: 'twitch', kind: 'down', message: 'no answer' });
  };
  const { memory } = await ask([named('1', 24)], fail);
  expect(memory).toEqual([{ namedAt: start - hours(23) }]);
  const question = { ...plainQuestion('1'), memory: memory[0] ?? null };
  const later = { answers: [offline(question)], lookUp: async () => new Map([['1', { name: 'a', displayName: 'A' }]]) };
  expect(await withNames(doorsAt(start + hours(1)), [question], later)).toMatchObject([{ name: { name: 'a' } }]);
});

it('a channel that may have lost its name is queried at once', async () => {
  expect((await ask([{ ...named('1', 2), isNameWanted: true }, named('2', 2)])).asked).toEqual(['1']);
  expect((await ask([{ ...plainQuestion('1'), isNameWanted: true }])).asked).toEqual(['1']);
});
