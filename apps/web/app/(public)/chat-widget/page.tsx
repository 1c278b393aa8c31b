import { toolMetadata } from '../../../shell/tools/tool-page.tsx';

export { ChatWidgetPage as default } from '../../../features/tools/chat-widget/page.tsx';
export const generateMetadata = toolMetadata('chatWidget');
