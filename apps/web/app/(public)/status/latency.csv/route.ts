export { answerLatency as GET } from '../../../../features/status/csv.ts';

export const dynamic = 'force-dynamic';
