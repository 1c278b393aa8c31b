/** `npm run new:platform example`: writes the files of a platform and its simulator. See docs/add-a-platform.md. */
import { newPlatform } from './scaffold/platform.ts';
import { runScaffold } from './scaffold/write.ts';

runScaffold(newPlatform, [
  'npm run typecheck: every table that needs a row per platform is now an error',
  'write down the quirks, limits and links of the platform in its README',
  'put its real addresses and keys into packages/kernel/src/config/config.ts and .env.example',
  'npm run test:unit',
]);
