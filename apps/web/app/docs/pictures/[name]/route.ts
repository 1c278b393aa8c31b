import { answerPicture } from '../../../../features/docs/pictures.ts';

export const GET = answerPicture;
