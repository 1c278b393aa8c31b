import { MessagesOf } from '../../../i18n/messages.tsx';
import { getShellData } from '../../../shell/shell-data.ts';
import { ToolPage, toolMetadata } from '../../../shell/tools/tool-page.tsx';
import { Maker } from './maker.tsx';

export const generateMetadata = toolMetadata('kickPfp');

export async function OverlayMakerPage() {
  const { isLoggedIn } = await getShellData();
  return (
    <ToolPage name="kickPfp">
      <MessagesOf homes={['kick-overlay-maker']}>
        <Maker isLoggedIn={isLoggedIn} />
      </MessagesOf>
    </ToolPage>
  );
}
