import { answerQuestions } from '../answer.ts';

answerQuestions((question: string): string => {
  if (question === 'throw') throw new Error('no such answer');
  if (question === 'hang') for (;;);
  if (question === 'eat') {
    const eaten: number[][] = [];
    for (;;) eaten.push(Array.from({ length: 100_000 }, Math.random));
  }
  return `${question}!`;
});
