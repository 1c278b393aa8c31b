/** Strangers' pictures are opened in a thread of their own: the process serves others. */
import { answerQuestions } from '@tally/infra/thread';
import { fit, type Fitted } from './fit.ts';

answerQuestions((bytes: Uint8Array): Promise<Fitted> => fit(bytes));
