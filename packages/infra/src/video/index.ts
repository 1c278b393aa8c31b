export { remux, type RemuxAnswer, type RemuxQuestion } from './remux.ts';
