import { LandingPage } from '../../features/landing/page.tsx';
import { config } from '../../lib/config.ts';
import { getShellFrame } from '../../shell/shell-data.ts';
import { ToolScenes } from './tool-scenes.tsx';

export default async function Page() {
  return <LandingPage tools={<ToolScenes shell={await getShellFrame()} webUrl={config().webUrl} />} />;
}
