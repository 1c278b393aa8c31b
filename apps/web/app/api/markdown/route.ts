export const dynamic = 'force-dynamic';
export { previewMarkdown as POST } from '../../../lib/markdown/preview.ts';
