export { answerGone as GET, answerGone as HEAD } from '../../../../features/media-sharing/player/gone.ts';

export const dynamic = 'force-dynamic';
