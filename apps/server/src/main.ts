import { quickenImports } from './boot/quick-imports.ts';

quickenImports();

/** The only entry point. ROLE selects the part that this process runs. Without it, all parts run. */
switch (process.env['ROLE']) {
  case undefined:
  case '':
  case 'all':
    await import('./all.ts');
    break;
  case 'api':
    await import('./api.ts');
    break;
  case 'bot':
    await import('./bot.ts');
    break;
  case 'worker':
    await import('./worker.ts');
    break;
  default:
    process.stderr.write('ROLE: must be all, api, bot or worker\n');
    process.exitCode = 1;
}
