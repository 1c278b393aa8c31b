export {
  beginTry,
  forgetOldTries,
  forgetTriesOf,
  type Guess,
  guesserOf,
  type Judged,
  peekTries,
  personWho,
  returnTry,
} from './tries.ts';
