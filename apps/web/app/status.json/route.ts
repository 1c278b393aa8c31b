export { answerStatus as GET } from '../../features/status/json.ts';

export const dynamic = 'force-dynamic';
