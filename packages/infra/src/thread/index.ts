export { answerQuestions } from './answer.ts';
export { type Asking, Thread } from './thread.ts';
