/** `npm run new:platform example`: writes the files of a platform and its simulator. See docs/add-a-platform.md. */
import { newPlatform } from './scaffold/platform.ts';
import { runScaffold } from './scaffold/write.ts';

runScaffold(newPlatform, [
  'replace the invented facts in packages/contract/src/platforms/<name>.ts: the rest of the house derives from it',
  'replace the invented address and settings in packages/kernel/src/config/platforms, .env.example and compose.yml',
  "write the platform's quirks, limits and links in its README",
  'npm run format, then npm run test:unit',
  'docs/add-a-platform.md lists the rest',
]);
