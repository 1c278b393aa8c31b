/** A separate thread opens untrusted images, because the process serves other callers. */
import { answerQuestions } from '@tally/infra/thread';
import { type Fitted, fit } from './fit.ts';

answerQuestions((bytes: Uint8Array): Promise<Fitted> => fit(bytes));
