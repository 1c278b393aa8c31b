/** Strangers' pictures are opened in a thread of their own: the process serves others. */
import { answerQuestions } from '@tally/infra/thread';
import { type Fitted, fit } from './fit.ts';

answerQuestions((bytes: Uint8Array): Promise<Fitted> => fit(bytes));
