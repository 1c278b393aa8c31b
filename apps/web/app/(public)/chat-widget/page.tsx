import { toolMetadata } from '../../../shell/tool-page.tsx';

export { ChatWidgetPage as default } from '../../../features/tools/chat-widget/page.tsx';
export const generateMetadata = toolMetadata('chatWidget');
