export {
  beginTry,
  forgetOldTries,
  forgetTriesOf,
  type Guess,
  giveTryBack,
  type Judged,
  lookAtTries,
  personWho,
  whoGuesses,
} from './tries.ts';
